/** The forms of a resource's name that its files contain, by the placeholders of the templates. */
export type Names = Readonly<Record<string, string>>;

const PLURAL = /^[a-z]+(-[a-z]+)*s$/;
const SINGULAR = /^[a-z]+(-[a-z]+)*$/;
/** Plurals whose letters do not determine the singular: policies and movies, classes and responses. */
const AMBIGUOUS = /((s|z|ch|i|o|v|ic|ax)e|s|u)s$/;

/** All forms of a plural in kebab-case, such as `review-notes`. @throws Error for anything else, and if the singular is ambiguous and not given. */
export function namesOf(plural: string, given?: string): Names {
  if (!PLURAL.test(plural))
    throw new Error(`"${plural}" is no plural in small letters and hyphens, such as labels or review-notes.`);
  const singular = given ?? singularOf(plural);
  if (!SINGULAR.test(singular) || singular === plural)
    throw new Error(`"${singular}" is no singular of ${plural} in small letters and hyphens.`);
  const [words, wordses] = [singular, plural].map((name) => name.replaceAll('-', ' ')) as [string, string];
  const article = /^[aeiou]/.test(words) ? 'an' : 'a';
  return {
    Name: pascal(singular),
    Names: pascal(plural),
    name: camel(singular),
    names: camel(plural),
    kebab: singular,
    kebabs: plural,
    snake: singular.replaceAll('-', '_'),
    snakes: plural.replaceAll('-', '_'),
    SNAKES: plural.replaceAll('-', '_').toUpperCase(),
    words,
    wordses,
    Wordses: capital(wordses),
    'a words': `${article} ${words}`,
    'A words': capital(`${article} ${words}`),
    aName: `${article}${pascal(singular)}`,
  };
}

function singularOf(plural: string): string {
  if (AMBIGUOUS.test(plural))
    throw new Error(
      `What one of the ${plural} is called is not clear. Say the singular: resource feedback responses response`,
    );
  return /(x|sh)es$/.test(plural) ? plural.slice(0, -2) : plural.slice(0, -1);
}

function pascal(kebab: string): string {
  return kebab.split('-').map(capital).join('');
}

function camel(kebab: string): string {
  return kebab.replace(/-[a-z]/g, (letter) => letter.slice(1).toUpperCase());
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
