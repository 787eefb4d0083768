import {
  type ListResourcesResult,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type TextResourceContents,
} from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import {
  type ArtifactDetail,
  type ArtifactItem,
  type Page,
  type Project,
  type TechnicalType,
  artifacts,
  projects,
} from '@pks/contracts';
import { Clock, NotFound, faultOf } from '@pks/platform/process';
import { Gatekeeper } from '../access/gatekeeper.ts';
import { originOf, tenantOf } from '../http/call-origin.ts';
import type { ApiRequest } from '../http/json-body.ts';
import { ServiceCalls, type WaitingOrigin } from '../http/service-calls.ts';
import type { Route } from '../routes/route.ts';
import { type ArtifactPlace, artifactIn, artifactUri } from './artifact-uri.ts';
import { cursorIn, cursorText } from './resource-cursor.ts';
import { routeOf } from './tool.ts';

const { list: listProjects } = projects.calls;
const { list: listArtifacts, get: getArtifact } = artifacts.calls;
const ROUTES = {
  projects: routeOf(listProjects),
  artifacts: routeOf(listArtifacts),
  artifact: routeOf(getArtifact),
};

/** How many projects one page looks into at most. */
const PROJECTS_A_PAGE = 10;
/** How many artifacts of a project are requested at once; a page ends once it has as many. */
const SLICE = 100;
/** A page that takes longer ends early. Milliseconds. */
const PAGE_MS = 2_000;

const MIME_TYPES = {
  markdown: 'text/markdown',
  bpmn_xml: 'application/xml',
  mental_map: 'application/json',
  playbook_list: 'application/json',
  design_template_list: 'application/json',
} as const satisfies Record<TechnicalType, string>;

/** The published artifacts of the caller's projects, as resources. */
@Injectable()
export class ArtifactResources {
  constructor(
    private readonly gatekeeper: Gatekeeper,
    private readonly calls: ServiceCalls,
    private readonly clock: Clock,
  ) {}

  /** A page of the resources that the caller may read: project by project, newest first. @throws Invalid for a malformed cursor. */
  async list(cursor: string | undefined, request: ApiRequest): Promise<ListResourcesResult> {
    let at = cursorIn(cursor);
    const endsBy = this.clock.now().getTime() + PAGE_MS;
    const { count, results } = await this.projectsFrom(at.project, request);
    const resources: Resource[] = [];
    for (const project of results) {
      const slice = await this.sliceOf(project, at.artifact, request);
      resources.push(...slice.published);
      at = slice.isLast
        ? { project: at.project + 1, artifact: 0 }
        : { project: at.project, artifact: at.artifact + SLICE };
      const isLate = this.clock.now().getTime() > endsBy;
      if (!slice.isLast || resources.length >= SLICE || isLate) break;
    }
    return { resources, ...(at.project < count ? { nextCursor: cursorText(at) } : {}) };
  }

  /** The published content of an artifact. @throws ResourceNotFoundError, also if nothing is published yet; Forbidden. */
  async read(uri: string, request: ApiRequest): Promise<ReadResourceResult> {
    const place = artifactIn(uri);
    if (!place) throw new ResourceNotFoundError(uri);
    try {
      return { contents: [contentOf(uri, await this.published(place, request))] };
    } catch (error) {
      throw faultOf(error).kind === 'not_found' ? new ResourceNotFoundError(uri) : error;
    }
  }

  private async projectsFrom(offset: number, request: ApiRequest): Promise<Page<Project>> {
    const { tenant, origin } = await this.permitted(ROUTES.projects, request, {});
    const page = { limit: PROJECTS_A_PAGE, offset };
    return this.calls.callInTurn(tenant, listProjects, page, origin);
  }

  /** Artifacts of a project from `offset` on; none if the caller may not view the project. */
  private async sliceOf({ id, name }: Project, offset: number, request: ApiRequest): Promise<Slice> {
    try {
      const { tenant, origin } = await this.permitted(ROUTES.artifacts, request, { project_id: id });
      const page = { project_id: id, scope: 'all', limit: SLICE, offset } as const;
      const { count, results } = await this.calls.callInTurn(tenant, listArtifacts, page, origin);
      const published = results.filter((artifact) => artifact.published_version_number !== null);
      return {
        published: published.map((one) => resourceOf(one, id, name)),
        isLast: offset + SLICE >= count,
      };
    } catch (error) {
      if (['forbidden', 'not_found'].includes(faultOf(error).kind)) return { published: [], isLast: true };
      throw error;
    }
  }

  private async published(place: ArtifactPlace, request: ApiRequest): Promise<ArtifactDetail> {
    const { project_id } = place;
    const { tenant, origin } = await this.permitted(ROUTES.artifact, request, { project_id });
    const wanted = { ...place, version: 'published' };
    const artifact = await this.calls.callInTurn(tenant, getArtifact, wanted, origin);
    if (artifact.published_version_number === null) throw new NotFound();
    return artifact;
  }

  /** Authorizes a call in a place; returns in whose turn it is made, and its origin. @throws Fault */
  private async permitted(
    route: Route,
    request: ApiRequest,
    place: Partial<Record<string, string>>,
  ): Promise<{ readonly tenant: string; readonly origin: WaitingOrigin }> {
    const caller = await this.gatekeeper.permit(route, request, place);
    const present = () => this.gatekeeper.present(route, request, caller, place);
    return { tenant: tenantOf(caller), origin: { ...originOf(request, caller), present } };
  }
}

interface Slice {
  readonly published: readonly Resource[];
  /** Whether the project has no further artifacts. */
  readonly isLast: boolean;
}

function resourceOf(artifact: ArtifactItem, project_id: string, project: string): Resource {
  const { slug, title, definition_short, technical_type } = artifact;
  return {
    uri: artifactUri({ project_id, slug }),
    name: slug,
    title: `${title} (${project})`,
    mimeType: MIME_TYPES[technical_type],
    ...(definition_short === '' ? {} : { description: definition_short }),
  };
}

function contentOf(uri: string, { payload, technical_type }: ArtifactDetail): TextResourceContents {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return { uri, mimeType: MIME_TYPES[technical_type], text };
}
