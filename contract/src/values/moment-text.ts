/** Formats of dates that people choose between; the first one is the default. */
export const TIME_LOCALES = ['en-GB', 'en-US'] as const
export type TimeLocale = (typeof TIME_LOCALES)[number]

/** The format of a stored locale; the default for all that aren't offered. */
export function timeLocaleOf(stored: string | null): TimeLocale {
  return TIME_LOCALES.find((tag) => tag === stored) ?? 'en-GB'
}

interface Look {
  zone: string
  locale?: TimeLocale
  /** With seconds, as for runs and logs. */
  seconds?: boolean
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** An instant by the clocks of a zone, in words: `21 Nov 2026, 03:02`. */
export function momentText(at: Date, { zone, locale = 'en-GB', seconds = false }: Look): string {
  const key = `${locale} ${seconds} ${zone}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      ...(seconds ? { second: '2-digit' } : {}),
      timeZone: zone,
    })
  formats.set(key, format)
  return format.format(at)
}

/** The same with the name of the zone, for readers who never chose one: `21 Nov 2026, 03:02 (Europe/Berlin)`. */
export function zonedMoment(at: Date, look: Look): string {
  return `${momentText(at, look)} (${look.zone})`
}
