// The same as the map in rows, for reading and for screen readers.
import type { CanvasNode, CanvasProblem } from '@caseloom/contract/content/canvas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListState } from '../../../data/list-state.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { type GridColumn, textColumn } from '../../../ui/grid/grid-column.ts'
import { ListGrid } from '../../../ui/list-page/ListGrid.tsx'
import { formatCount } from '../../../ui/time.ts'
import { detailOf, nameOf, type Translate } from './piece-words.ts'
import type { Pieces } from './usePieces.ts'

interface Common {
  pieces: Pieces
  stateOf: <Row>(rows: readonly Row[]) => ListState<Row>
  onChoose: (id: string) => void
  onClear: () => void
}

export function PieceList({ pieces, stateOf, onChoose, onClear }: Common) {
  const { t } = useTranslation('canvas')
  const columns = useMemo(() => pieceColumns(t, pieces), [t, pieces])
  const rows = pieces.nodes.filter(({ id }) => pieces.found === null || pieces.found.has(id))
  return (
    <ListGrid<CanvasNode>
      label={t('list')}
      columns={columns}
      list={stateOf(rows)}
      rowKey={({ id }) => id}
      errorTitle={t('failed')}
      filtered={pieces.found !== null}
      onClearFilters={onClear}
      empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
      onOpen={({ id }) => onChoose(id)}
      total={rows.length}
    />
  )
}

function pieceColumns(t: Translate, { edges, byId }: Pieces): GridColumn<CanvasNode>[] {
  const connected = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    connected.set(from, (connected.get(from) ?? new Set()).add(to))
    connected.set(to, (connected.get(to) ?? new Set()).add(from))
  }
  const others = (id: string) =>
    [...(connected.get(id) ?? [])]
      .flatMap((other) => byId.get(other) ?? [])
      .map((node) => nameOf(t, node))
      .join(', ')
  const count = (value: number | undefined) => (value === undefined ? '' : formatCount(value))
  return [
    textColumn({ key: 'name', label: t('name'), title: true, text: (node) => nameOf(t, node) }),
    textColumn({ key: 'kind', label: t('kind'), width: 160, quiet: true, text: (node) => detailOf(t, node) }),
    textColumn({ key: 'others', label: t('connected'), width: 320, fold: 2, text: ({ id }) => others(id) }),
    textColumn({
      key: 'failed',
      label: t('failedColumn'),
      width: 80,
      align: 'end',
      text: ({ activity }) => count(activity?.failed),
    }),
    textColumn({
      key: 'runs',
      label: t('runsColumn'),
      width: 80,
      align: 'end',
      text: ({ activity }) => count(activity?.runs),
    }),
  ]
}

interface ProblemRow extends CanvasProblem {
  piece: CanvasNode
}

/** What is missing, off, failing, or unused, each with its piece: the gravest first. */
export function ProblemList({
  pieces,
  problems,
  stateOf,
  onChoose,
  onClear,
}: Common & { problems: readonly CanvasProblem[] }) {
  const { t } = useTranslation('canvas')
  const columns = useMemo(() => problemColumns(t, pieces), [t, pieces])
  const rows = problems.flatMap((problem): ProblemRow[] => {
    const piece = pieces.byId.get(problem.node)
    if (piece === undefined || (pieces.found !== null && !pieces.found.has(piece.id))) return []
    return [{ ...problem, piece }]
  })
  return (
    <ListGrid<ProblemRow>
      label={t('problems')}
      columns={columns}
      list={stateOf(rows)}
      rowKey={({ node }) => node}
      errorTitle={t('failed')}
      filtered={pieces.found !== null}
      onClearFilters={onClear}
      empty={<EmptyState title={t('problemsEmpty')} text={t('problemsEmptyText')} />}
      onOpen={({ node }) => onChoose(node)}
      total={rows.length}
    />
  )
}

function problemColumns(t: Translate, { edges, byId }: Pieces): GridColumn<ProblemRow>[] {
  const namedBy = (id: string) =>
    edges
      .flatMap(({ from, to }) =>
        to === id ? (byId.get(from) ?? []) : from === id ? (byId.get(to) ?? []) : [],
      )
      .map((node) => nameOf(t, node))
      .join(', ')
  return [
    textColumn({
      key: 'severity',
      label: t('state'),
      width: 90,
      text: ({ severity }) => t(`severity.${severity}`),
    }),
    textColumn({
      key: 'kind',
      label: t('kind'),
      width: 120,
      quiet: true,
      text: ({ piece }) => t(`kinds.${piece.kind}`),
    }),
    textColumn({ key: 'name', label: t('name'), title: true, text: ({ piece }) => nameOf(t, piece) }),
    textColumn({
      key: 'problem',
      label: t('problem'),
      width: 480,
      text: ({ code, node }) => t(`codes.${code}`, { names: namedBy(node) }),
    }),
  ]
}
