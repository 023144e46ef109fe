/** A form that no program opens and no chat turns into a link, as analysts write it: hxxps://evil[.]example/a. */
export function defanged(href: string): string {
  const match = /^([a-z]+):(?:\/\/([^/?#]*))?(.*)$/is.exec(href)
  if (match === null) return href
  const [, scheme = '', host, rest = ''] = match
  const dead = scheme.toLowerCase().replace(/^http/, 'hxxp')
  if (host === undefined) return `${dead}:${rest.replaceAll('@', '[@]').replaceAll('.', '[.]')}`
  return `${dead}://${host.replaceAll('.', '[.]')}${rest}`
}

/** The host in a link's text when it leads to another one; null when the text names none. */
export function disguiseOf(href: string, text: string): string | null {
  const target = hostOf(href)
  const shown = /^\s*(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?:[/:?#\s]|$)/iu.exec(text)?.[1]
  if (target === null || shown === undefined) return null
  const host = hostOf(`https://${shown}`)
  if (host === null || bare(host) === bare(target)) return null
  return shown
}

const bare = (host: string) => host.replace(/^www\./, '')

function hostOf(address: string): string | null {
  const url = URL.parse(address)
  if (url === null) return null
  return url.protocol === 'mailto:' ? (url.pathname.split('@').at(-1) ?? null) : url.hostname.toLowerCase()
}
