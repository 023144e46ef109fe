/**
 * Search parameters are plain texts: ids that look like numbers stay what they are. A name that comes several times
 * is a list. Pages turn texts into what they need in `validateSearch`.
 */
export type SearchParams = Record<string, string | string[]>

/** Reads `?a=1&b=x` as texts. */
export function parseSearch(search: string): SearchParams {
  const result: SearchParams = {}
  for (const [name, value] of new URLSearchParams(search)) {
    const before = result[name]
    if (before === undefined) result[name] = value
    else result[name] = [...(Array.isArray(before) ? before : [before]), value]
  }
  return result
}

/** Writes search parameters; undefined, null and empty lists are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean')
        params.append(name, String(each))
    }
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** The one text of a parameter: the first when it came several times. */
export function textParam(search: Record<string, unknown>, name: string): string | undefined {
  const value = search[name]
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first !== '' ? first : undefined
}

/** The texts of the named parameters; absent ones are left out. */
export function textsOf<const Name extends string>(
  search: Record<string, unknown>,
  ...names: readonly Name[]
): { [Each in Name]?: string } {
  const texts: { [Each in Name]?: string } = {}
  for (const name of names) {
    const text = textParam(search, name)
    if (text !== undefined) texts[name] = text
  }
  return texts
}

/** An address of ours as the router takes it: path, search and fragment apart. */
export function addressParts(address: string): { to: string; search: SearchParams; hash?: string } {
  const url = new URL(address, 'http://own.invalid')
  const hash = decodeURIComponent(url.hash.slice(1))
  return { to: url.pathname, search: parseSearch(url.search), ...(hash === '' ? {} : { hash }) }
}
