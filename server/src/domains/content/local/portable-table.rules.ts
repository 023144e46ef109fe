import type { TableInput, TableView } from '@caseloom/contract/automation/tables'
import { plainJson } from '../format/canonical.rules.ts'
import type { Portable } from './local-item.ts'

/** The definition of a table as it is written. */
export function tableInputOf(view: TableView): TableInput {
  const { key, name, description, columns, caseSensitive, expireDays, listing } = view
  return { key, name, description, columns, caseSensitive, expireDays, listing }
}

/** A reference table as a package holds it: its definition without its rows. */
export function portableTable(view: TableView): Portable {
  const { listing, ...table } = tableInputOf(view)
  // Absent where there is none: earlier versions know no lists.
  const listed = listing === null ? table : { ...table, listing }
  return {
    document: plainJson({ format: 'caseloom.table/1', table: listed }),
    limits: {},
    needs: [],
    notes: [],
  }
}
