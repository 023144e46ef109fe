/** The words that the templates are filled with. */
export interface Names {
  /** `reporting` */
  domain: string
  /** `Reporting` */
  Domain: string
  /** `report` */
  thing: string
  /** `Report` */
  Thing: string
  /** `reports` */
  things: string
  /** `Reports` */
  Things: string
  /** Place of the domain in the order, two digits: the start of its migrations' names. */
  place: string
}

const WORD = /^[a-z][a-z]{2,31}$/

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

/** Names of a domain and the thing it keeps, or one line that says what is wrong with them. */
export function namesOf(domain: string, thing: string, order: readonly string[]): Names | string {
  if (!WORD.test(domain)) return `"${domain}" is no name of a domain: small letters only, 3 to 32`
  if (!WORD.test(thing)) return `"${thing}" is no name of a thing: small letters only, 3 to 32`
  const place = order.indexOf(domain) + 1
  if (place === 0) {
    return `"${domain}" has no place among the domains yet: add it to DOMAIN_ORDER in tools/arrows/zones.ts, its place decides what it may import`
  }
  const things = plural(thing)
  return {
    domain,
    Domain: capital(domain),
    thing,
    Thing: capital(thing),
    things,
    Things: capital(things),
    place: String(place).padStart(2, '0'),
  }
}
