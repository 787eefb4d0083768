import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const HERE = dirname(fileURLToPath(import.meta.url));
const SETTINGS = fileURLToPath(new URL('../../../../tsconfig.json', import.meta.url));

/** Compiles pieces of code with this repository's own settings. */
export class Compiler {
  private readonly options: ts.CompilerOptions;
  private readonly host: ts.CompilerHost;
  private readonly texts = new Map<string, string>();
  private readonly known = new Map<string, ts.SourceFile | undefined>();

  constructor() {
    const { config } = ts.readConfigFile(SETTINGS, (file) => ts.sys.readFile(file));
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(SETTINGS));
    this.options = { ...options, noEmit: true, noUnusedLocals: false, noUnusedParameters: false };
    this.host = this.makeHost();
  }

  /** The errors of each piece of code, by its name, each as number and text. */
  errorsOf(pieces: Readonly<Record<string, string>>): Record<string, string[]> {
    const files = Object.entries(pieces).map(([name, text], n) => {
      const file = join(HERE, `piece-${n}.ts`);
      this.texts.set(file, text);
      return [name, file] as const;
    });
    const program = ts.createProgram(
      files.map(([, file]) => file),
      this.options,
      this.host,
    );
    return Object.fromEntries(files.map(([name, file]) => [name, errorsIn(program, file)]));
  }

  private makeHost(): ts.CompilerHost {
    const host = ts.createCompilerHost(this.options);
    const read = host.getSourceFile.bind(host);
    host.fileExists = (file) => this.texts.has(file) || ts.sys.fileExists(file);
    host.readFile = (file) => this.texts.get(file) ?? ts.sys.readFile(file);
    host.getSourceFile = (file, language) => {
      const text = this.texts.get(file);
      if (text !== undefined) return ts.createSourceFile(file, text, language);
      if (!this.known.has(file)) this.known.set(file, read(file, language));
      return this.known.get(file);
    };
    return host;
  }
}

function errorsIn(program: ts.Program, file: string): string[] {
  const source = program.getSourceFile(file);
  return ts
    .getPreEmitDiagnostics(program, source)
    .filter((diagnostic) => diagnostic.file === source)
    .map(({ code, messageText }) => `${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
}
