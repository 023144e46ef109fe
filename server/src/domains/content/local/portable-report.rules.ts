import { type KeyedReport, ReportDefinition } from '@caseloom/contract/workspaces/report-file'
import { plainJson } from '../format/canonical.rules.ts'
import type { Portable } from './local-item.ts'
import { type Apps, readFilter } from './portable-filter.rules.ts'
import { LIMITED } from './portable-workspace.rules.ts'

/** A shared view as a package holds it: its app by key, without its owner and sharing. */
export function portableReport(view: KeyedReport, app: Apps[number], apps: Apps): Portable {
  const { key, name, description, filter, text, sort, columns, groupBy, show, sharing } = view
  const shape = { key, name, description, filter, text, sort, columns, groupBy, show }
  const { named, isLocal } = filter === null ? { named: [], isLocal: false } : readFilter(filter, app, apps)
  const isLimited = sharing !== null
  return {
    document: plainJson({
      format: 'caseloom.report/1',
      report: ReportDefinition.parse({ ...shape, app: app.key }),
    }),
    limits: isLimited ? { sharing: true } : {},
    needs: [app.key, ...named].map((one) => ({ kind: 'app', key: one, relation: 'names', place: '' })),
    notes: [
      ...(isLocal ? [{ severity: 'error', code: 'local_value', place: '' } as const] : []),
      ...(isLimited ? [LIMITED] : []),
    ],
  }
}

/** What a view is called where those of several apps are listed. */
export function reportTitle({ name }: Pick<KeyedReport, 'name'>, app: Apps[number]): string {
  const title = `${app.name}: ${name}`
  return title.length > MAX_TITLE ? name : title
}
const MAX_TITLE = 100
