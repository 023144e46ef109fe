/** Undefined removes the value. */
export function withParam<S extends object, K extends keyof S>(
  search: S,
  key: K,
  value: S[K] | undefined,
): S {
  const { [key]: _old, ...rest } = search
  // Without or with the key: both are the same kind of search.
  return (value === undefined ? rest : { ...rest, [key]: value }) as S
}
