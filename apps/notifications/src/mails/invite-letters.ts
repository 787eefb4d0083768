import { Injectable } from '@nestjs/common';
import type { Admittance, InviteLetter, OrganizationLetter } from '@pks/contracts';
import { AppLinks } from './app-links.ts';
import { isolated } from './isolated.ts';
import { type Sheet, layOut } from './layout.ts';
import { longTime } from './long-date.ts';
import type { Body } from './mailer.ts';

/** Who invites, and to which project or organization: `project “Alpha”`; the name is isolated. */
interface Invitation {
  readonly inviter: string;
  readonly kind: 'project' | 'organization';
  readonly name: string;
}

/** Writes the e-mails about invites. */
@Injectable()
export class InviteLetters {
  constructor(private readonly links: AppLinks) {}

  write({ project_name, inviter_email: inviter, admittance }: InviteLetter): Body {
    const name = isolated(project_name);
    const invitation = { inviter, kind: 'project', name } as const;
    return layOut(admittance ? this.invitation(invitation, admittance) : welcome(name, inviter));
  }

  writeOrganization({ organization_name, inviter_email: inviter, admittance }: OrganizationLetter): Body {
    const name = isolated(organization_name);
    return layOut(this.invitation({ inviter, kind: 'organization', name }, admittance));
  }

  private invitation({ inviter, kind, name }: Invitation, admittance: Admittance): Sheet {
    const end = `${longTime(admittance.expires_at)} (UTC)`;
    const url = this.links.to('/accept-invite', admittance.token);
    return {
      subject: `You are invited to the ${kind} "${name}"`,
      preview: `${inviter} asks you to join. The invitation counts until ${end}.`,
      title: `Join “${name}”`,
      paragraphs: [`${inviter} invites you to the ${kind} “${name}”.`, howTo(admittance, url)],
      ...(url === undefined
        ? { listing: requestOf(admittance) }
        : { action: { label: 'Accept the invitation', url } }),
      notes: [`The invitation counts once, until ${end}.`, 'If you did not expect this e-mail, ignore it.'],
    };
  }
}

function howTo({ needs_password }: Admittance, url: string | undefined): string {
  if (url !== undefined) {
    return needs_password ? 'To accept, choose a password:' : 'Accept with the account that you have:';
  }
  const choice = needs_password ? ', with a password of your choice' : '';
  return `To accept, send this request to the API${choice}:`;
}

function requestOf({ token, needs_password }: Admittance): string {
  const fields = needs_password ? { token, password: 'a password of your choice' } : { token };
  const body = JSON.stringify(fields, null, 2);
  return `POST /api/v1/invites/accept/\nContent-Type: application/json\n\n${body}`;
}

function welcome(project: string, inviter: string): Sheet {
  return {
    subject: `You are a member of the project "${project}"`,
    preview: `${inviter} made you a member. Log in as you always do.`,
    title: `Welcome to “${project}”`,
    paragraphs: [`${inviter} made you a member of the project “${project}”.`, 'Log in as you always do.'],
    notes: ['You get this e-mail because somebody who administers the project added you to it.'],
  };
}
