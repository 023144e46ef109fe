import type { When, WorkflowRule } from '@caseloom/contract/apps/workflow'
import { Button, Textarea, TextInput } from '@mantine/core'
import { IconArrowsSplit2, IconVolume } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { whenTitle } from '../../../field-types/workflow/rule-words.ts'
import { DockPanel } from '../../../ui/admin/DockPanel.tsx'
import { TabBar, tabPanelProps } from '../../../ui/frame/TabBar.tsx'
import { useWorkflow, type PanelTab } from './model/editor-context.ts'
import { ItemMenu } from './ItemMenu.tsx'
import { ItemProblems } from './ItemProblems.tsx'
import classes from './ItemPanel.module.css'
import { OccasionToggles } from './OccasionToggles.tsx'
import { ruleTitle } from './row-words.ts'
import { ruleAloud } from './read-aloud.ts'
import { ShowTaken, useTakenSentence } from './Taken.tsx'
import { RuleThere } from './trial/RuleThere.tsx'
import type { Trial } from './trial/useTrial.ts'
import { ThenEditor } from './ThenEditor.tsx'
import type { ItemActions } from './useItemActions.ts'
import { WhenEditor } from './WhenEditor.tsx'
import { fieldsOfWhen } from '../../../field-types/workflow/branch-subject.ts'
import { changeBranch, changeRule, entriesOf, placeOfRule, stageOf } from './model/workflow-tree.ts'

interface RulePanelProps {
  rule: WorkflowRule
  /** The action that was chosen in the tree. */
  action: string | null
  actions: ItemActions
  /** Null while nothing is tried. */
  trial: Trial | null
  onClose: () => void
}

const TABS: readonly PanelTab[] = ['when', 'actions', 'notes']

export function RulePanel({ rule, action, actions, trial, onClose }: RulePanelProps) {
  const { t } = useTranslation('workflow-editor')
  const { workflow, words, tab, select, selected } = useWorkflow()
  const stage = stageOf(workflow, rule.id)
  const taken = useTakenSentence(rule.id)
  const n = workflow.stages.findIndex(({ id }) => id === stage?.id) + 1
  const shown = action === null ? tab : 'actions'
  const countOf = (key: PanelTab) =>
    key === 'actions' ? rule.actions.length : key === 'notes' && rule.note !== undefined ? 1 : undefined
  return (
    <DockPanel
      title={ruleTitle(words, rule)}
      subtitle={t(taken === '' ? 'ruleSubtitle' : 'ruleSubtitleTaken', {
        n,
        title: stage?.title ?? '',
        taken,
      })}
      glyph={<IconArrowsSplit2 size={18} stroke={1.6} aria-hidden />}
      actions={<ItemMenu id={rule.id} isOff={rule.off === true} actions={actions} isRule />}
      tabs={
        <TabBar
          label={t('ruleParts')}
          prefix="rule"
          size="panel"
          tabs={TABS.map((key) => {
            const count = countOf(key)
            return { key, label: t(`tabs.${key}`), ...(count === undefined ? {} : { count }) }
          })}
          value={shown}
          onChange={(key) => select(rule.id, TABS.find((one) => one === key) ?? 'when')}
        />
      }
      footer={
        <>
          {trial !== null && <RuleThere rule={rule.id} trial={trial} />}
          <Button variant="filled" onClick={onClose}>
            {t('done')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <div {...tabPanelProps('rule', shown)} className={classes.form}>
        {shown === 'when' && <WhenTab rule={rule} />}
        {shown === 'actions' && <ThenEditor rule={rule} current={selected} />}
        {shown === 'notes' && <NotesTab rule={rule} />}
      </div>
    </DockPanel>
  )
}

function useSet(rule: WorkflowRule) {
  const { workflow, change } = useWorkflow()
  return (over: Partial<WorkflowRule>) =>
    change(
      changeRule(workflow, rule.id, (one) => ({ ...one, ...over })),
      `${rule.id}.${Object.keys(over).join()}`,
    )
}

function useAloud(rule: WorkflowRule): string {
  const { edited, buttons, words } = useWorkflow()
  return ruleAloud(rule, edited, { buttons, words })
}

function WhenTab({ rule }: { rule: WorkflowRule }) {
  const { t } = useTranslation('workflow-editor')
  const { workflow, words } = useWorkflow()
  const set = useSet(rule)
  const stage = stageOf(workflow, rule.id)
  const stageOn = stage?.on ?? []
  const aloud = useAloud(rule)
  const names = stageOn.map((one) => words.say(`occasions.${one}`)).join(', ')
  return (
    <>
      <ItemProblems id={rule.id} />
      <TextInput
        label={t('name')}
        description={t('nameNote')}
        placeholder={whenTitle(words, rule.when)}
        maxLength={100}
        value={rule.name ?? ''}
        onChange={(event) => set({ name: event.currentTarget.value || undefined })}
      />
      <OccasionToggles
        label={t('evaluateOn')}
        note={rule.on === undefined ? t('fromStage', { names }) : t('narrower')}
        value={rule.on ?? stageOn}
        within={stageOn}
        onChange={(on) => set({ on: on.length === stageOn.length ? undefined : on })}
      />
      <Condition rule={rule} />
      <ShowTaken rule={rule.id} />
      <p className={classes.aloud}>
        <IconVolume size={14} stroke={1.6} aria-hidden />
        <span>
          <strong>{t('aloud')}</strong> {aloud}
        </span>
      </p>
    </>
  )
}

function Condition({ rule }: { rule: WorkflowRule }) {
  const { t } = useTranslation('workflow-editor')
  const { workflow, change } = useWorkflow()
  if (rule.when === undefined) return <p className={classes.quiet}>{t('elseNote')}</p>
  const set = (when: When) => {
    const next = changeRule(workflow, rule.id, (one) => ({ ...one, when }))
    const [subject] = fieldsOfWhen(when)
    const branch = entriesOf(workflow).get(placeOfRule(workflow, rule.id)?.branch ?? '')
    // The first field that a branch asks about is its subject.
    const isFirst = branch?.kind === 'branch' && branch.item.rules[0]?.id === rule.id
    const named =
      isFirst && subject !== undefined && branch.item.rules.length === 1
        ? changeBranch(next, branch.item.id, (one) => ({ ...one, subject }))
        : next
    change(named, `${rule.id}.when`)
  }
  return <WhenEditor when={rule.when} onChange={set} />
}

function NotesTab({ rule }: { rule: WorkflowRule }) {
  const { t } = useTranslation('workflow-editor')
  const set = useSet(rule)
  return (
    <Textarea
      label={t('note')}
      description={t('noteNote')}
      autosize
      minRows={6}
      maxLength={5_000}
      value={rule.note ?? ''}
      onChange={(event) => set({ note: event.currentTarget.value || undefined })}
    />
  )
}
