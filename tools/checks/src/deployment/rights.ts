interface ComposeService {
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}

/** An app must change nothing in its image but temporary files, and have only the rights of its user. */
export function judgeRights(at: string, service: ComposeService): string[] {
  const {
    read_only: readOnly = false,
    tmpfs = [],
    cap_drop: dropped = [],
    security_opt: security = [],
  } = service;
  return [
    ...(readOnly ? [] : [`${at} may change the files of its image.`]),
    ...(tmpfs.includes('/tmp') ? [] : [`${at} has no place for temporary files.`]),
    ...(dropped.includes('ALL') ? [] : [`${at} has capabilities that it does not need.`]),
    ...(security.includes('no-new-privileges:true') ? [] : [`${at} may get more rights than its user has.`]),
  ];
}
