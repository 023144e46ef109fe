import type { CanvasNode } from '@caseloom/contract/content/canvas'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../ui/time.ts'
import type { Reached } from './lines.ts'
import classes from './Panel.module.css'
import { PieceIcon } from './PieceIcon.tsx'
import { activityWords, detailOf, nameOf } from './piece-words.ts'
import type { Pieces } from './usePieces.ts'

interface ReachedListProps {
  mode: 'trace' | 'impact'
  pieces: Pieces
  reached: Reached
  chosen: CanvasNode
  onChoose: (id: string) => void
}

/** The pieces of a trace or impact, in the order in which they are reached. */
export function ReachedList({ mode, pieces, reached, chosen, onChoose }: ReachedListProps) {
  const { t } = useTranslation('canvas')
  const found = [...reached.nodes].flatMap(([id, distance]) => {
    const node = pieces.byId.get(id)
    return node === undefined || id === chosen.id ? [] : [{ node, distance }]
  })
  const nodes = (counts: (distance: number) => boolean) =>
    found.flatMap(({ node, distance }) => (counts(distance) ? [node] : []))
  if (mode === 'trace')
    return (
      <Section title={t('traceTitle')}>
        {found.length === 0 && <p className={classes.quiet}>{t('traceNone')}</p>}
        <Rows nodes={nodes(() => true)} isOrdered onChoose={onChoose} />
      </Section>
    )
  const runs = found.reduce(
    (sum, { node }) => sum + (node.kind === 'playbook' ? (node.activity?.runs ?? 0) : 0),
    0,
  )
  const [direct, later] = [nodes((distance) => distance === 1), nodes((distance) => distance > 1)]
  return (
    <>
      {found.length === 0 && <p className={classes.quiet}>{t('impactNone')}</p>}
      {direct.length > 0 && (
        <Section title={t('impactDirect')}>
          <Rows nodes={direct} onChoose={onChoose} />
        </Section>
      )}
      {later.length > 0 && (
        <Section title={t('impactLater')}>
          <Rows nodes={later} onChoose={onChoose} />
        </Section>
      )}
      {runs > 0 && (
        <p className={classes.quiet}>{t('impactRuns', { count: runs, shown: formatCount(runs) })}</p>
      )}
    </>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className={classes.section}>{title}</h3>
      {children}
    </section>
  )
}

interface RowsProps {
  nodes: readonly CanvasNode[]
  isOrdered?: boolean
  onChoose: (id: string) => void
}

function Rows({ nodes, isOrdered = false, onChoose }: RowsProps) {
  const { t } = useTranslation('canvas')
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List className={classes.list}>
      {nodes.map((node) => (
        <li key={node.id}>
          <button type="button" className={classes.row} onClick={() => onChoose(node.id)}>
            <PieceIcon node={node} />
            <span className={classes.rowText}>
              <span className={classes.rowName}>{nameOf(t, node)}</span>
              <span className={classes.quiet}>
                {[detailOf(t, node), activityWords(t, node.activity)]
                  .filter((part) => part !== '')
                  .join(', ')}
              </span>
            </span>
          </button>
        </li>
      ))}
    </List>
  )
}
