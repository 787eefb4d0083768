import {
  type LetterNow,
  type OrganizationLetterNow,
  type ReadLetter,
  type ReadOrganizationLetter,
  letters,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { LettersService } from './letters.service.ts';

@Serves(letters)
export class LettersController implements Service<typeof letters> {
  constructor(private readonly letters: LettersService) {}

  read(request: ReadLetter): Promise<LetterNow> {
    return this.letters.read(request);
  }

  readOrganization(request: ReadOrganizationLetter): Promise<OrganizationLetterNow> {
    return this.letters.readOrganization(request);
  }
}
