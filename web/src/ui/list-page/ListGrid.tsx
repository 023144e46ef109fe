import { DataGrid } from '../grid/DataGrid.tsx'
import type { ListGridProps } from './list-props.ts'

/** A grid with the state of its query: rows, loading, error with retry, and paging. */
export function ListGrid<Row>({ list, ...grid }: ListGridProps<Row>) {
  const { isLoaded: _isLoaded, ...state } = list
  return <DataGrid<Row> {...grid} {...state} />
}
