/** Severities of OCSF, the lowest first: the keys of options by which all apps agree on an order. */
export const SEVERITIES = ['informational', 'low', 'medium', 'high', 'critical', 'fatal'] as const
export type SeverityName = (typeof SEVERITIES)[number]
