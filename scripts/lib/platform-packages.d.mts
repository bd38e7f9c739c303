interface LockEntry {
  version?: string;
  optionalDependencies?: Record<string, string>;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
  dev?: boolean;
}

export interface Lockfile {
  packages: Record<string, LockEntry>;
}

export declare function listUnlocked(lockfile: Lockfile): string[];
