import type { AppView } from '@caseloom/contract/apps/apps'
import { readableExport } from '@caseloom/contract/apps/export-templates'

/**
 * The app as it meets the actor in its records: who builds it knows all layouts and fields, but fills in their own form,
 * without fields that they can't read, and with those that they can't write as read-only.
 */
export function ownApp(app: AppView): AppView {
  const { ownLayout, ownHidden = [], ownLocked = [], layouts, exports } = app
  const own = layouts?.find(({ id }) => id === ownLayout)
  if (own === undefined && ownHidden.length === 0 && ownLocked.length === 0) return app
  const isShown = (key: string) => !ownHidden.includes(key)
  return {
    ...app,
    layout: own?.sections ?? app.layout,
    listColumns: app.listColumns.filter(isShown),
    fields: app.fields.flatMap((field) => {
      if (!isShown(field.key)) return []
      return [ownLocked.includes(field.key) ? { ...field, readOnly: true } : field]
    }),
    ...(exports === undefined
      ? {}
      : { exports: exports.flatMap((template) => readableExport(template, isShown) ?? []) }),
  }
}
