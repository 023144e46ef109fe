import type { LayoutSection } from '@caseloom/contract/apps/layout'
import type { WorkflowRule } from '@caseloom/contract/apps/workflow'
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { IconExclamationCircleFilled, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import marks from '../../../field-types/workflow/Logic.module.css'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import type { AppDraft } from '../draft/app-draft.ts'
import { useWorkflow } from './model/editor-context.ts'
import { type FormRow, formRows, mergedSections, sectionsOfLayout } from './model/form-items.ts'
import classes from './LayoutPicker.module.css'
import { PickerRow } from './PickerRow.tsx'
import {
  contradictions,
  countPicks,
  otherRules,
  pickOf,
  picksOf,
  type PickState,
  withPicks,
} from './picker-states.ts'
import { ruleTitle } from './row-words.ts'
import { changeRule, stageOf } from './model/workflow-tree.ts'

const FILTERS = ['all', 'selected', 'others'] as const
type Filter = (typeof FILTERS)[number]

/** All layouts as one, and that of the app; IDs have no such characters. */
const [ALL, OWN] = ['*', '.']

/** The items of the chosen layout, and those of all layouts. */
function useLayoutRows(draft: AppDraft, buttons: Parameters<typeof formRows>[1]) {
  const [layout, setLayout] = useState(ALL)
  const rowsOf = (sections: LayoutSection[]) => formRows({ ...draft, layout: sections }, buttons)
  const all = rowsOf(mergedSections(draft))
  const rows = layout === ALL ? all : rowsOf(sectionsOfLayout(draft, layout === OWN ? null : layout))
  return { rows, all, layout, setLayout, layouts: draft.layouts ?? [] }
}

function parentIn(rows: readonly FormRow[]): (key: string) => string | null {
  return (key) => rows.find((row) => row.key === key)?.parent ?? null
}

/** The switches of the picker while they are set, and the rows that its filters leave. */
function usePicker(rule: WorkflowRule) {
  const { workflow, edited, buttons } = useWorkflow()
  const [picks, setPicks] = useState(() => picksOf(rule))
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const { rows, all, ...layout } = useLayoutRows(edited.draft, buttons)
  const others = otherRules(workflow, rule.id)
  const shown = shownRows(rows, (row) => {
    if (text.trim() !== '' && !row.label.toLowerCase().includes(text.trim().toLowerCase())) return false
    if (filter === 'selected') return picks.has(row.key)
    return filter === 'others' ? others.has(row.key) : true
  }).filter((row) => !isInside(row, folded, parentIn(rows)))
  const set = (key: string, over: Partial<PickState>) => {
    const next = new Map(picks)
    const state = { ...pickOf(picks, key), ...over }
    if (state.visibility === null && state.need === null) next.delete(key)
    else next.set(key, state)
    setPicks(next)
  }
  const fold = (key: string) => {
    const next = new Set(folded)
    if (!next.delete(key)) next.add(key)
    setFolded(next)
  }
  const counts = {
    all: rows.length,
    selected: picks.size,
    others: rows.filter(({ key }) => others.has(key)).length,
  }
  // What another layout has counts, too.
  const faults = contradictions(picks, parentIn(all))
  return {
    tools: { text, setText, filter, setFilter, counts, ...layout },
    picks,
    shown,
    folded,
    fold,
    set,
    others,
    faults,
    fault: all.find(({ key }) => key === faults[0]),
    showAll: () => {
      setText('')
      setFilter('all')
      setFolded(new Set())
      layout.setLayout(ALL)
    },
  }
}

interface LayoutPickerProps {
  rule: WorkflowRule
  onClose: () => void
}

/** Shows, hides, and requires items of the form in one place: two switches for each. */
export function LayoutPicker({ rule, onClose }: LayoutPickerProps) {
  const { t } = useTranslation('workflow-editor')
  const { workflow, words, change } = useWorkflow()
  const picker = usePicker(rule)
  const table = useRef<HTMLDivElement>(null)
  const { picks, faults, fault } = picker
  const use = () => {
    if (fault !== undefined) {
      picker.showAll()
      const wanted = `[data-row="${fault.key}"] button[data-on]`
      requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(wanted)?.focus())
      return
    }
    change(changeRule(workflow, rule.id, (one) => withPicks(one, picks)))
    onClose()
  }
  const n = workflow.stages.findIndex(({ id }) => id === stageOf(workflow, rule.id)?.id) + 1
  return (
    <Dialog onClose={onClose} size={1080} title={t('picker.title')}>
      <div className={classes.picker}>
        <p className={classes.quiet}>{t('picker.text', { rule: ruleTitle(words, rule), n })}</p>
        <PickerTools {...picker.tools} />
        <div className={classes.table} ref={table} role="table" aria-label={t('picker.title')}>
          <PickerRows picker={picker} onClose={onClose} />
        </div>
        <PickerFoot
          fault={fault}
          faults={faults.length}
          changes={countPicks(picks)}
          onUse={use}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}

const COLUMNS = ['item', 'visibility', 'need', 'others'] as const

function PickerRows({ picker, onClose }: { picker: ReturnType<typeof usePicker>; onClose: () => void }) {
  const { t } = useTranslation('workflow-editor')
  const { select } = useWorkflow()
  const { shown, picks, others, faults, folded } = picker
  return (
    <>
      <div className={classes.head} role="row">
        {COLUMNS.map((one) => (
          <span key={one} role="columnheader">
            {t(`picker.columns.${one}`)}
          </span>
        ))}
      </div>
      {shown.map((row) => (
        <PickerRow
          key={row.key}
          row={row}
          state={pickOf(picks, row.key)}
          inherited={row.parent === null ? null : pickOf(picks, row.parent).visibility}
          others={others.get(row.key) ?? []}
          isFault={faults.includes(row.key)}
          isFolded={folded.has(row.key)}
          onFold={() => picker.fold(row.key)}
          onSet={(over) => picker.set(row.key, over)}
          onRule={(id) => {
            onClose()
            select(id)
          }}
        />
      ))}
    </>
  )
}

interface PickerToolsProps {
  text: string
  setText: (text: string) => void
  filter: Filter
  setFilter: (filter: Filter) => void
  counts: Record<Filter, number>
  layout: string
  setLayout: (layout: string) => void
  /** Of roles, beside that of the app. */
  layouts: readonly { id: string; name: string }[]
}

function PickerTools(props: PickerToolsProps) {
  const { text, setText, filter, setFilter, counts, layout, setLayout, layouts } = props
  const { t } = useTranslation('workflow-editor')
  return (
    <div className={classes.tools}>
      <TextInput
        aria-label={t('picker.find')}
        placeholder={t('picker.find')}
        leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SegmentedControl
        aria-label={t('picker.filter')}
        data={FILTERS.map((one) => ({ value: one, label: t(`picker.filters.${one}`, { n: counts[one] }) }))}
        value={filter}
        onChange={(next) => setFilter(FILTERS.find((one) => one === next) ?? 'all')}
      />
      {layouts.length > 0 && (
        <Select
          aria-label={t('picker.layout')}
          className={classes.layout ?? ''}
          allowDeselect={false}
          data={[
            { value: ALL, label: t('picker.layouts.all') },
            { value: OWN, label: t('picker.layouts.own') },
            ...layouts.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={layout}
          onChange={(next) => setLayout(next ?? ALL)}
        />
      )}
    </div>
  )
}

interface PickerFootProps {
  fault: FormRow | undefined
  faults: number
  changes: number
  onUse: () => void
  onClose: () => void
}

/** The button stays a button while it is blocked: it leads to the first contradiction. */
function PickerFoot({ fault, faults, changes, onUse, onClose }: PickerFootProps) {
  const { t } = useTranslation('workflow-editor')
  return (
    <footer className={classes.foot}>
      {fault !== undefined && (
        <span className={classes.fault} role="status">
          <IconExclamationCircleFilled size={14} className={marks.error} aria-hidden />
          <span>
            <strong>{t('picker.faults', { count: faults })}</strong>{' '}
            {t('picker.fault', { name: fault.label })}
          </span>
        </span>
      )}
      <span className={classes.hints}>
        <Kbd keys="←" /> <Kbd keys="→" /> {t('picker.switch')} <Kbd keys="Space" /> {t('picker.foldHint')}
      </span>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button
        variant="filled"
        {...(faults > 0 ? { 'aria-disabled': true, 'data-disabled': true } : {})}
        onClick={onUse}
      >
        {t('picker.use', { count: changes })}
      </Button>
    </footer>
  )
}

/** Rows that match, with what they are in. */
function shownRows(rows: readonly FormRow[], matches: (row: FormRow) => boolean): FormRow[] {
  const wanted = new Set<string>()
  for (const row of rows) {
    if (!matches(row)) continue
    for (let one: FormRow | undefined = row; one !== undefined; ) {
      wanted.add(one.key)
      const { parent }: FormRow = one
      one = rows.find(({ key }) => key === parent)
    }
  }
  return rows.filter(({ key }) => wanted.has(key))
}

function isInside(
  row: FormRow,
  folded: ReadonlySet<string>,
  parentOf: (key: string) => string | null,
): boolean {
  for (let parent = row.parent; parent !== null; parent = parentOf(parent))
    if (folded.has(parent)) return true
  return false
}
