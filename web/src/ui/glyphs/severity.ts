import { SEVERITIES, type SeverityName } from '@caseloom/contract/values/severities'
import type { Hue } from './hue.ts'

export const SEVERITY_HUE: Record<SeverityName, Hue> = {
  informational: 'gray',
  low: 'blue',
  medium: 'amber',
  high: 'orange',
  critical: 'red',
  fatal: 'plum',
}

export function severityOf(text: string | null | undefined): SeverityName | null {
  const wanted = text?.trim().toLowerCase()
  return SEVERITIES.find((name) => name === wanted) ?? null
}
