export interface ZoneChoice {
  value: string
  label: string
}

/** With current UTC offsets; the selected zone is included even under an old name. */
export function allZones(chosen: string | null, at: Date): ZoneChoice[] {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
  if (chosen !== null && chosen !== '') names.add(chosen)
  return [...names].sort().map((name) => ({ value: name, label: zoneLabel(name, at) }))
}

function zoneLabel(name: string, at: Date): string {
  const words = name.replaceAll('_', ' ')
  try {
    const parts = new Intl.DateTimeFormat('en-GB', {
      timeZone: name,
      timeZoneName: 'longOffset',
    }).formatToParts(at)
    const offset = parts.find((part) => part.type === 'timeZoneName')?.value.replace('GMT', 'UTC')
    return offset === undefined || name === 'UTC' ? words : `${words} (${offset})`
  } catch {
    return words
  }
}
