/** The settings on the server's command line; the file in its data folder stays as initdb wrote it. */
export interface ServerSettings {
  readonly port: number;
  readonly socketFolder: string;
  readonly ephemeral: boolean;
  /** Further settings, by PostgreSQL's names. */
  readonly further: Readonly<Record<string, string>>;
}

const ALWAYS = {
  listen_addresses: '127.0.0.1',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  max_connections: '200',
  shared_buffers: '256MB',
  jit: 'off',
  logging_collector: 'off',
};

/** For the data of tests: a crash of the machine may lose everything. */
const FORGETFUL = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
};

/** The server's command line. */
export function serverArguments(cluster: string, settings: ServerSettings): string[] {
  const all = {
    ...ALWAYS,
    ...(settings.ephemeral ? FORGETFUL : {}),
    ...settings.further,
    port: String(settings.port),
    unix_socket_directories: settings.socketFolder,
  };
  return ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** The settings with which a data folder is created. */
export interface ClusterSettings {
  readonly passwordFile: string;
  readonly ephemeral: boolean;
  /** The C library's locale by which pg_trgm recognizes letters: in `C`, those of other scripts are none. */
  readonly letters: 'C.UTF-8' | 'C';
}

/** The command line of initdb: a fixed encoding and collation, and a password from the start. */
export function initdbArguments(cluster: string, settings: ClusterSettings): string[] {
  return [
    `--pgdata=${cluster}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${settings.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${settings.letters}`,
    ...(settings.ephemeral ? ['--no-sync'] : []),
  ];
}

/** The owner of everything in the embedded server. */
export const SUPERUSER = 'postgres';
