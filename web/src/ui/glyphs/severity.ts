import type { Hue } from '../hue.ts'

/** OCSF severities, least first. */
export const SEVERITIES = ['informational', 'low', 'medium', 'high', 'critical', 'fatal'] as const
export type SeverityName = (typeof SEVERITIES)[number]

export const SEVERITY_HUE: Record<SeverityName, Hue> = {
  informational: 'gray',
  low: 'blue',
  medium: 'amber',
  high: 'orange',
  critical: 'red',
  fatal: 'plum',
}

/** The severity that a key or a word names, or null. */
export function severityOf(text: string | null | undefined): SeverityName | null {
  const wanted = text?.trim().toLowerCase()
  return SEVERITIES.find((name) => name === wanted) ?? null
}
