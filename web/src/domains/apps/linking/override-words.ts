import type { FieldOverride } from '@caseloom/contract/apps/applet-links'
import type { Say } from '../../../field-types/field-type.ts'

/** What an app changes about a field of an applet, in a few words each; `t` of the texts of applets. */
export function overrideWords(override: FieldOverride | undefined, t: Say): string[] {
  if (override === undefined) return []
  const { label, help, required, addedOptions, hidden, target } = override
  return [
    ...(label === undefined ? [] : [t('local.label', { label })]),
    ...(help === undefined ? [] : [t('local.help')]),
    ...(required === undefined ? [] : [t(required ? 'local.required' : 'local.optional')]),
    ...(addedOptions === undefined ? [] : [t('local.options', { count: addedOptions.length })]),
    ...(hidden === true ? [t('local.hidden')] : []),
    ...(target === undefined ? [] : [t('local.target', { hours: Math.round(target / 36) / 100 })]),
  ]
}
