import type { TableView } from '@caseloom/contract/automation/tables'
import { plainJson } from '../format/canonical.rules.ts'
import type { Portable } from './local-item.ts'

/** A reference table as a package holds it: its definition without its rows. */
export function portableTable(view: TableView): Portable {
  const { key, name, description, columns, caseSensitive, expireDays } = view
  const table = { key, name, description, columns, caseSensitive, expireDays }
  return {
    document: plainJson({ format: 'caseloom.table/1', table }),
    limits: {},
    needs: [],
    notes: [],
  }
}
