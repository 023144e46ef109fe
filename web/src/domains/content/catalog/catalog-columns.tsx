import type { CatalogItem, CatalogState } from '@caseloom/contract/content/catalog'
import { Button } from '@mantine/core'
import {
  IconApps,
  IconArrowUp,
  IconCheck,
  IconEdit,
  IconGitBranch,
  IconHome,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconListDetails,
  IconMinus,
  IconPlayerPause,
  IconPuzzle,
  IconRoute,
  IconTable,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import classes from './Catalog.module.css'
import type { ItemActions } from './useItemActions.ts'

export interface CatalogRow {
  /** Of the row: the item itself may not be in the tenant. */
  id: string
  item: CatalogItem
}

const KINDS: Readonly<Record<CatalogItem['kind'], TablerIcon>> = {
  app: IconApps,
  applet: IconPuzzle,
  table: IconTable,
  playbook: IconRoute,
  report: IconListDetails,
  dashboard: IconLayoutDashboard,
  workspace: IconLayoutGrid,
  homepage: IconHome,
}
const STATES: Readonly<Record<CatalogState, TablerIcon>> = {
  in_use: IconCheck,
  off: IconPlayerPause,
  draft: IconEdit,
  not_installed: IconMinus,
  changed: IconGitBranch,
  update: IconArrowUp,
}

/** What is worth knowing of an item in a few words. */
export function factsOf({ kind, parts, asks, lacks }: CatalogItem, t: TFunction<'catalog'>): string {
  if (lacks.length > 0) return t('facts.lacks', { names: lacks.map(({ key }) => key).join(', ') })
  if (asks) return t('facts.asks')
  return t(`facts.${kind}`, { count: parts })
}

export function useCatalogColumns(actions: ItemActions): GridColumn<CatalogRow>[] {
  const { t } = useTranslation('catalog')
  return [
    {
      key: 'item',
      label: t('item'),
      title: true,
      render: ({ item }) => <Name item={item} facts={factsOf(item, t)} />,
      text: ({ item }) => `${item.title} ${factsOf(item, t)}`,
    },
    {
      key: 'package',
      label: t('package'),
      width: 180,
      quiet: true,
      fold: 2,
      render: ({ item }) => item.package.title,
      text: ({ item }) => item.package.title,
    },
    { key: 'state', label: t('state'), width: 150, render: ({ item }) => <State state={item.state} /> },
    {
      key: 'version',
      label: t('version'),
      width: 80,
      align: 'end',
      quiet: true,
      fold: 3,
      render: ({ item }) => item.package.version,
    },
    {
      key: 'action',
      label: t('action'),
      width: 104,
      align: 'end',
      render: ({ item }) => (
        <span className={classes.action}>
          <Action item={item} actions={actions} />
        </span>
      ),
    },
  ]
}

function Name({ item: { kind, title }, facts }: { item: CatalogItem; facts: string }) {
  const Icon = KINDS[kind]
  return (
    <span className={classes.name}>
      <span className={classes.tile} data-kind={kind}>
        <Icon size={14} stroke={1.6} aria-hidden />
      </span>
      <span className={classes.words}>
        <strong>{title}</strong> <span className={classes.facts}>{facts}</span>
      </span>
    </span>
  )
}

function State({ state }: { state: CatalogState }) {
  const { t } = useTranslation('catalog')
  const Icon = STATES[state]
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {t(`stateName.${state}`)}
    </span>
  )
}

function Action({ item, actions }: { item: CatalogItem; actions: ItemActions }) {
  const { t } = useTranslation('catalog')
  const action = actions.of(item)
  if (action === null) return null
  const words = t(action.do)
  const label = t('doWith', { action: words, title: item.title })
  if ('to' in action)
    return (
      <Button
        component={Link}
        to={action.to}
        search={action.search as never}
        size="compact-xs"
        variant={action.do === 'open' ? 'subtle' : 'default'}
        aria-label={label}
      >
        {words}
      </Button>
    )
  return (
    <Button size="compact-xs" aria-label={label} onClick={() => actions.run(item)}>
      {words}
    </Button>
  )
}
