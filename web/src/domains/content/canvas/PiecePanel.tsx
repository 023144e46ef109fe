import type { CanvasEdge, CanvasNode } from '@caseloom/contract/content/canvas'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowRight, IconRouteAltLeft, IconTargetArrow, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import classes from './Panel.module.css'
import type { CanvasSearch } from './canvas-search.ts'
import { PieceIcon } from './PieceIcon.tsx'
import { pieceLink } from './piece-link.ts'
import { activityWords, detailOf, nameOf } from './piece-words.ts'
import { ReachedList } from './ReachedList.tsx'
import type { Pieces } from './usePieces.ts'

interface PiecePanelProps {
  pieces: Pieces
  chosen: CanvasNode
  search: CanvasSearch
  onShow: (search: CanvasSearch) => void
}

/** What a piece is, what it is connected with, what follows from it, and what depends on it. */
export function PiecePanel({ pieces, chosen, search, onShow }: PiecePanelProps) {
  const { t } = useTranslation('canvas')
  const { piece: _piece, mode: _mode, ...rest } = search
  const name = nameOf(t, chosen)
  const choose = (id: string) => onShow({ ...rest, piece: id })
  return (
    <aside className={classes.panel} aria-label={name}>
      <header className={classes.head}>
        <PieceIcon node={chosen} />
        <div className={classes.titles}>
          <h2 className={classes.title}>{name}</h2>
          <p className={classes.quiet}>
            {[detailOf(t, chosen), activityWords(t, chosen.activity)]
              .filter((part) => part !== '')
              .join(', ')}
          </p>
        </div>
        <ActionIcon aria-label={t('close')} title={t('close')} onClick={() => onShow(rest)}>
          <IconX size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </header>
      <Actions chosen={chosen} search={search} onShow={onShow} />
      <div className={classes.body}>
        {search.mode === undefined || pieces.reached === null ? (
          <>
            <Lines title={t('incoming')} end="from" pieces={pieces} id={chosen.id} onChoose={choose} />
            <Lines title={t('outgoing')} end="to" pieces={pieces} id={chosen.id} onChoose={choose} />
          </>
        ) : (
          <ReachedList
            mode={search.mode}
            pieces={pieces}
            reached={pieces.reached}
            chosen={chosen}
            onChoose={choose}
          />
        )}
      </div>
    </aside>
  )
}

function Actions({ chosen, search, onShow }: Omit<PiecePanelProps, 'pieces'>) {
  const { t } = useTranslation('canvas')
  const scope = useTenantScope()
  const mayRuns = useMay('run:read')
  const mayBuild = useMay('playbook:build')
  const link = pieceLink(scope, chosen)
  const { mode, ...rest } = search
  const toggle = (wanted: 'trace' | 'impact') => onShow(mode === wanted ? rest : { ...rest, mode: wanted })
  const isPlaybook = chosen.kind === 'playbook' || chosen.kind === 'trigger'
  const isApp = chosen.kind === 'app' && chosen.ref !== null && mayBuild && scope.flags.ClassicContent
  return (
    <div className={classes.actions}>
      {link !== null && (
        <Button component={Link} to={link.to} search={(link.search ?? {}) as never /* as below */}>
          {t('open', { kind: t(`kinds.${chosen.kind}`).toLowerCase() })}
        </Button>
      )}
      {isPlaybook && chosen.ref !== null && mayRuns && scope.flags.ClassicContent && (
        <Button
          component={Link}
          to={paths.runs(scope)}
          search={{ playbook: chosen.ref, period: 'day' } as never /* the path is made elsewhere */}
        >
          {t('showRuns')}
        </Button>
      )}
      <Modes mode={mode} onToggle={toggle} />
      {isApp && (
        <Button
          component={Link}
          to={paths.orchestration(scope)}
          search={{ new: `app ${chosen.ref}` } as never /* as above */}
        >
          {t('whenCreated')}
        </Button>
      )}
    </div>
  )
}

interface ModesProps {
  mode: CanvasSearch['mode']
  onToggle: (mode: 'trace' | 'impact') => void
}

function Modes({ mode, onToggle }: ModesProps) {
  const { t } = useTranslation('canvas')
  return (
    <>
      <Button
        leftSection={<IconRouteAltLeft size={14} stroke={1.7} aria-hidden />}
        aria-pressed={mode === 'trace'}
        onClick={() => onToggle('trace')}
      >
        {t('trace')}
      </Button>
      <Button
        leftSection={<IconTargetArrow size={14} stroke={1.7} aria-hidden />}
        aria-pressed={mode === 'impact'}
        onClick={() => onToggle('impact')}
      >
        {t('impact')}
      </Button>
    </>
  )
}

interface LinesProps {
  title: string
  end: 'from' | 'to'
  pieces: Pieces
  id: string
  onChoose: (id: string) => void
}

function Lines({ title, end, pieces, id, onChoose }: LinesProps) {
  const lines = pieces.edges.filter((edge) => edge[end === 'from' ? 'to' : 'from'] === id)
  if (lines.length === 0) return null
  return (
    <section>
      <h3 className={classes.section}>{title}</h3>
      <ul className={classes.list}>
        {lines.map((edge) => (
          <Line key={edge.id} edge={edge} other={pieces.byId.get(edge[end])} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  )
}

interface LineProps {
  edge: CanvasEdge
  other: CanvasNode | undefined
  onChoose: (id: string) => void
}

function Line({ edge, other, onChoose }: LineProps) {
  const { t } = useTranslation('canvas')
  if (other === undefined) return null
  const facts = [
    t(`links.${edge.link}`),
    activityWords(t, edge.activity),
    edge.places.length === 0 ? '' : t('places', { places: edge.places.join(', ') }),
  ]
  return (
    <li>
      <button type="button" className={classes.row} onClick={() => onChoose(other.id)}>
        <PieceIcon node={other} />
        <span className={classes.rowText}>
          <span className={classes.rowName}>{nameOf(t, other)}</span>
          <span className={classes.quiet}>{facts.filter((part) => part !== '').join(', ')}</span>
          {edge.fields.length > 0 && (
            <span className={classes.quiet}>{t('fields', { fields: edge.fields.join(', ') })}</span>
          )}
        </span>
        <IconArrowRight size={14} stroke={1.7} aria-hidden />
      </button>
    </li>
  )
}
