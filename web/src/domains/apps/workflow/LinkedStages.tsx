import type { AppletLinkInput } from '@caseloom/contract/apps/applet-links'
import type { WorkflowStage } from '@caseloom/contract/apps/workflow'
import { prefixedId } from '@caseloom/workflow/applets/names'
import { Anchor, Switch } from '@mantine/core'
import { IconPuzzle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { RuleGlyph, VerbGlyph } from '../../../field-types/workflow/LogicGlyph.tsx'
import type { LogicRow } from '../../../field-types/workflow/logic-tree.ts'
import { LogicOutline } from '../../../field-types/workflow/LogicOutline.tsx'
import { actionWords } from '../../../field-types/workflow/rule-words.ts'
import { nameOfLink, withLink } from '../linking/link-draft.ts'
import { appletRevisionQuery } from '../model/applets.queries.ts'
import classes from './LinkedStages.module.css'
import { useWorkflow, type WorkflowEditing } from './model/editor-context.ts'
import { NO_WORKFLOW } from './model/new-items.ts'
import { entriesOf } from './model/workflow-tree.ts'
import { rowText, ruleTitle } from './row-words.ts'
import { rowsOf, type WorkflowRow } from './workflow-rows.ts'

/** The stages of linked applets, which run after those of the app: to be read, and turned off for this app. */
export function LinkedStages() {
  const { edited, workflow } = useWorkflow()
  const { applets = [] } = edited.draft
  return applets.map((link, at) => {
    const { stages = [] } = link
    const before = applets.slice(0, at).reduce((sum, one) => sum + (one.stages?.length ?? 0), 0)
    return stages.length === 0 ? null : (
      <LinkedLogic
        key={link.prefix}
        link={link}
        stages={stages}
        first={workflow.stages.length + before + 1}
      />
    )
  })
}

interface LinkedLogicProps {
  link: AppletLinkInput
  stages: readonly WorkflowStage[]
  /** The number of its first stage. */
  first: number
}

function LinkedLogic({ link, stages, first }: LinkedLogicProps) {
  const { t } = useTranslation('workflow-editor')
  const scope = useTenantScope()
  const editing = useWorkflow()
  const [selected, setSelected] = useState<string | null>(null)
  const toggle = useToggle(link)
  const name = nameOfLink(link)
  const rows = rowsOf({ stages: [...stages] }, editing.folded)
  const onKey = (event: KeyboardEvent, id: string) => {
    const run = event.key.toLowerCase() === 'd' ? toggle?.(id) : undefined
    if (run === undefined) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  return (
    <section className={classes.link} aria-label={t('linked.title', { name })}>
      <header className={classes.head}>
        <IconPuzzle size={16} stroke={1.6} aria-hidden />
        <h3 className={classes.title}>{t('linked.title', { name })}</h3>
        <span className={classes.note}>{t('linked.note')}</span>
        <Anchor inherit component={Link} to={paths.appletWorkflow(scope, link.applet)}>
          {t('linked.open')}
        </Anchor>
      </header>
      <LogicOutline
        label={t('linked.title', { name })}
        rows={rows.map((row) => {
          const run = toggle?.(row.id)
          return {
            ...linkedRow(editing, row, first + stages.findIndex(({ id }) => id === row.id)),
            ...(run === undefined ? {} : { end: <OnSwitch row={row} onToggle={run} /> }),
          }
        })}
        selected={selected}
        onSelect={setSelected}
        onFold={editing.fold}
        onKey={onKey}
      />
    </section>
  )
}

function linkedRow(editing: WorkflowEditing, row: WorkflowRow, n: number): LogicRow {
  const { words, marks, found } = editing
  const state = marks.get(row.id) ?? 'plain'
  const shared = {
    id: row.id,
    level: row.level,
    kind: row.kind,
    text: rowText(words, row),
    open: row.open,
    fired: state === 'fired',
    faded: found !== null && !found.has(row.id),
    off: row.item.off,
  }
  if (row.kind === 'stage') {
    const label = words.say('stageName', { n, title: row.item.title, ns: 'workflow-editor' })
    return { ...shared, glyph: null, label, text: label }
  }
  if (row.kind === 'rule')
    return {
      ...shared,
      glyph: <RuleGlyph state={state} problem={undefined} />,
      label: <strong>{ruleTitle(words, row.item)}</strong>,
    }
  const { verb, object, rest } = actionWords(words, row.item)
  return {
    ...shared,
    glyph: <VerbGlyph verb={row.item.do} />,
    label: (
      <>
        {verb} <strong>{object}</strong> {rest}
      </>
    ),
  }
}

function OnSwitch({ row, onToggle }: { row: WorkflowRow; onToggle: () => void }) {
  const { t } = useTranslation('workflow-editor')
  const { words } = useWorkflow()
  return (
    <Switch
      className={classes.switch ?? ''}
      size="xs"
      aria-label={t('linked.on', { name: rowText(words, row) })}
      checked={row.item.off !== true}
      onChange={onToggle}
      onClick={(event) => event.stopPropagation()}
    />
  )
}

/** What turns a stage or rule of the applet on or off in this app, by ID there; null until the applet is loaded. */
function useToggle(link: AppletLinkInput): ((id: string) => (() => void) | undefined) | null {
  const { tenantId } = useTenantScope()
  const { edited } = useWorkflow()
  const applet = useQuery(appletRevisionQuery(tenantId, link.applet, link.revision)).data
  if (applet === undefined) return null
  const own = new Map(
    [...entriesOf(applet.workflow ?? NO_WORKFLOW)].flatMap(([id, { kind }]) =>
      kind === 'stage' || kind === 'rule' ? [[prefixedId(link.prefix, id), id] as const] : [],
    ),
  )
  return (id) => {
    const inApplet = own.get(id)
    if (inApplet === undefined) return undefined
    return () => {
      const { rulesOff = [] } = link
      const others = rulesOff.filter((one) => one !== inApplet)
      const next = others.length < rulesOff.length ? others : [...others, inApplet]
      edited.edit(withLink(edited.draft, applet, { ...link, rulesOff: next }))
    }
  }
}
