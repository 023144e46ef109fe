import type { CanvasNode } from '@caseloom/contract/content/canvas'
import {
  type Icon,
  IconBolt,
  IconCalendarTime,
  IconForms,
  IconKey,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconMail,
  IconPlug,
  IconPuzzle,
  IconRefresh,
  IconRoute,
  IconTable,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import { AppIcon } from '../../../ui/AppIcon.tsx'
import classes from './Canvas.module.css'
import { hueOf } from './hues.ts'

const ICONS: Record<Exclude<CanvasNode['kind'], 'app' | 'trigger'>, Icon> = {
  playbook: IconRoute,
  applet: IconPuzzle,
  table: IconTable,
  asset: IconKey,
  connector: IconPlug,
  people: IconUsers,
  dashboard: IconLayoutDashboard,
  workspace: IconLayoutGrid,
}

const TRIGGERS: Record<string, Icon> = {
  webhook: IconWebhook,
  schedule: IconCalendarTime,
  mail: IconMail,
  poll: IconRefresh,
  form: IconForms,
}

/** The tile of a piece: its kind by icon and color. */
export function PieceIcon({ node }: { node: CanvasNode }) {
  const Drawn = node.kind === 'trigger' ? (TRIGGERS[node.detail ?? ''] ?? IconBolt) : null
  return (
    <span className={classes.tile} data-hue={hueOf(node)}>
      {Drawn !== null ? (
        <Drawn size={16} stroke={1.6} aria-hidden />
      ) : node.kind === 'app' ? (
        <AppIcon name={node.icon ?? 'table'} />
      ) : (
        <KindIcon kind={node.kind} />
      )}
    </span>
  )
}

function KindIcon({ kind }: { kind: CanvasNode['kind'] }) {
  const Drawn = kind === 'app' || kind === 'trigger' ? IconTable : ICONS[kind]
  return <Drawn size={16} stroke={1.6} aria-hidden />
}
