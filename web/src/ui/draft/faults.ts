/** Errors by field path, such as `limits.tokensPerDay`. */
export type Faults = Readonly<Record<string, string>>

interface Issue {
  path: readonly PropertyKey[]
  message: string
}

/** The first error of each field; the paths of a request begin with its body. */
export function faultsOfIssues(issues: readonly Issue[]): Faults {
  const faults: Record<string, string> = {}
  for (const { path, message } of issues)
    faults[(path[0] === 'body' ? path.slice(1) : path).map(String).join('.')] ??= message
  return faults
}

/** The error of a field or of its first invalid item. */
export function faultAt(faults: Faults, path: string): string | undefined {
  return faults[path] ?? Object.entries(faults).find(([key]) => key.startsWith(`${path}.`))?.[1]
}
