/**
 * Search parameters are plain texts: ids that look like numbers stay what they are. A name that comes several times
 * is a list. Pages turn texts into what they need in `validateSearch`.
 */
export type SearchParams = Record<string, string | string[]>

export function parseSearch(search: string): SearchParams {
  const result: SearchParams = {}
  for (const [name, value] of new URLSearchParams(search)) {
    const before = result[name]
    if (before === undefined) result[name] = value
    else result[name] = [...(Array.isArray(before) ? before : [before]), value]
  }
  return result
}

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

export function textParam(search: Record<string, unknown>, name: string): string | undefined {
  const value = search[name]
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first !== '' ? first : undefined
}

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

export function addressParts(address: string): { to: string; search: SearchParams; hash?: string } {
  const url = new URL(address, 'http://own.invalid')
  const hash = decodeURIComponent(url.hash.slice(1))
  return { to: url.pathname, search: parseSearch(url.search), ...(hash === '' ? {} : { hash }) }
}

/** Whether two addresses are the same page: the router writes search parameters in an order of its own. */
export function isSameAddress(one: string, other: string): boolean {
  const ordered = (address: string) => {
    const { to, search } = addressParts(address)
    return JSON.stringify([to, Object.entries(search).toSorted(([a], [b]) => (a < b ? -1 : 1))])
  }
  return ordered(one) === ordered(other)
}
