import type { Issue } from '@caseloom/contract/kernel/errors'

/** What is wrong with a time zone: only names of the IANA database, no offsets. */
export function zoneFault(zone: string | null | undefined): Issue[] {
  if (zone === null || zone === undefined || isZone(zone)) return []
  const message = 'Invalid time zone. Use a name such as Europe/Berlin.'
  return [{ path: ['body', 'timeZone'], code: 'unknown_zone', message }]
}

/** What is wrong with a language: BCP 47 tags in their canonical form. */
export function localeFault(locale: string | null | undefined): Issue[] {
  if (locale === null || locale === undefined || isLocale(locale)) return []
  const message = 'Invalid language. Use a code such as en or de-CH.'
  return [{ path: ['body', 'locale'], code: 'unknown_locale', message }]
}

function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    // A name that the runtime refuses is no zone: that is the answer.
    return false
  }
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag
  } catch {
    // A tag that the runtime refuses is no locale: that is the answer.
    return false
  }
}
