import type { JsonObject } from '@caseloom/contract/kernel/json'
import { MultiSelect, SegmentedControl, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBuilder } from '../model/builder-context.ts'
import { casesIn, type DraftEdge, edgesOf, withEdges } from '../model/edges.ts'
import { ConditionField } from '../expression/ConditionField.tsx'
import { FieldFrame, useIssueAt } from '../expression/FieldFrame.tsx'
import { findStep, type FoundStep, isObject, listAt, type Path, stepsOf } from '../model/places.ts'
import { connect, mayConnect } from '../model/shape.ts'
import { RemoveButton } from './GroupFields.tsx'
import classes from '../parts/Panel.module.css'
import { Section } from '../parts/PanelShell.tsx'
import { withMember } from '../../../../ui/schema-form/schema-values.ts'
import type { StepPartProps } from './step-part.ts'

export function EdgesEditor({ found, readOnly, change }: StepPartProps) {
  const { t } = useTranslation('panel')
  const { document, edit } = useBuilder()
  const { key, step, path } = found
  const edges = edgesOf(step)
  const whole = useIssueAt([...path, 'after'], true)
  const joinError = useIssueAt([...path, 'join'])
  const place = [...path, 'after']
  const free = stepsOf(document).filter(
    (one) => !edges.some((edge) => edge.step === one.key) && mayConnect(document, one.key, key),
  )
  const write = (next: readonly DraftEdge[], by?: string) => change(withEdges(step, next), by)
  return (
    <>
      <EdgeList
        whole={whole}
        edges={edges}
        found={found}
        step={step}
        place={place}
        readOnly={readOnly}
        write={write}
        free={free}
        edit={edit}
      />
      {edges.length > 1 && (
        <FieldFrame
          label={t('edges.join')}
          path={[...path, 'join']}
          description={t(`edges.joinHelp.${joinOf(step['join'])}`)}
          error={joinError}
        >
          {() => (
            <SegmentedControl
              fullWidth
              aria-label={t('edges.join')}
              value={joinOf(step['join'])}
              disabled={readOnly}
              onChange={(next) => change(withMember(step, 'join', next === 'all' ? undefined : next))}
              data={(['all', 'any', 'every'] as const).map((one) => ({
                value: one,
                label: t(`edges.joins.${one}`),
              }))}
            />
          )}
        </FieldFrame>
      )}
    </>
  )
}

interface EdgeListProps {
  whole: string | undefined
  edges: DraftEdge[]
  found: FoundStep
  step: JsonObject
  place: (string | number)[]
  readOnly: boolean
  write: (next: readonly DraftEdge[], by?: string) => void
  free: FoundStep[]
  edit: ReturnType<typeof useBuilder>['edit']
}

function EdgeList({ whole, edges, found, step, place, readOnly, write, free, edit }: EdgeListProps) {
  const { t } = useTranslation('panel')
  return (
    <Section title={t('edges.title')}>
      {whole !== undefined && <p className={classes.fault}>{whole}</p>}
      {edges.length === 0 && (
        <p className={classes.note}>{t(found.blocks.length === 0 ? 'edges.start' : 'edges.startOfBlock')}</p>
      )}
      <ul className={classes.rows}>
        {edges.map((edge, at) => (
          <li key={`${edge.step} ${at}`} className={classes.card}>
            <Edge
              edge={edge}
              path={typeof step['after'] === 'string' ? place : [...place, at]}
              readOnly={readOnly}
              onChange={(next, by) => write(edges.with(at, next), by)}
              onRemove={() => write(edges.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      {!readOnly && free.length > 0 && (
        <Select
          aria-label={t('edges.add')}
          placeholder={t('edges.add')}
          data={free.map((one) => ({ value: one.key, label: titleOf(one.step, one.key) }))}
          value={null}
          searchable
          onChange={(next) => {
            if (next !== null) edit(t('change.connect'), (before) => connect(before, next, found.key))
          }}
        />
      )}
    </Section>
  )
}

function joinOf(value: unknown): 'all' | 'any' | 'every' {
  return value === 'any' || value === 'every' ? value : 'all'
}

function titleOf(step: { [key: string]: unknown }, key: string): string {
  return typeof step['title'] === 'string' ? step['title'] : key
}

interface EdgeProps {
  edge: DraftEdge
  path: Path
  readOnly: boolean
  onChange: (edge: DraftEdge, by?: string) => void
  onRemove: () => void
}

function Edge({ edge, path, readOnly, onChange, onRemove }: EdgeProps) {
  const { t } = useTranslation('panel')
  const { document } = useBuilder()
  const source = findStep(document, edge.step)
  const title = source === undefined ? edge.step : titleOf(source.step, edge.step)
  const on = edge['on'] === 'failure' || edge['on'] === 'complete' ? edge['on'] : 'success'
  const cases =
    source?.step['action'] === 'flow.switch'
      ? [
          ...listAt(source.step, ['with', 'cases']).flatMap((one) =>
            isObject(one) ? String(one['name']) : [],
          ),
          'else',
        ]
      : []
  const when = edge['when']
  const whenError = useIssueAt([...path, 'when'])
  const caseError = useIssueAt([...path, 'case'])
  const set = (name: string, value: string | string[] | undefined, by?: string) =>
    onChange({ ...withMember(edge, name, value), step: edge.step }, by)
  return (
    <>
      <div className={classes.cardHead}>
        <strong className={classes.grow}>{title}</strong>
        {!readOnly && <RemoveButton label={t('edges.remove', { title })} onClick={onRemove} />}
      </div>
      <EdgeKind title={title} on={on} readOnly={readOnly} set={set} />
      {cases.length > 0 && (
        <MultiSelect
          label={t('edges.cases', { title })}
          data={[...new Set([...cases, ...casesIn(edge)])]}
          value={casesIn(edge)}
          placeholder={casesIn(edge).length === 0 ? t('edges.anyCase') : ''}
          readOnly={readOnly}
          error={caseError}
          onChange={(next) => set('case', next.length === 0 ? undefined : next)}
        />
      )}
      <ConditionField
        label={t('edges.when')}
        path={[...path, 'when']}
        value={typeof when === 'string' ? when : undefined}
        readOnly={readOnly}
        error={whenError}
        onChange={(next) => set('when', next, `${path.join('/')}/when`)}
      />
    </>
  )
}

interface EdgeKindProps {
  title: string
  on: 'complete' | 'failure' | 'success'
  readOnly: boolean
  set: (name: string, value: string | string[] | undefined, by?: string) => void
}

function EdgeKind({ title, on, readOnly, set }: EdgeKindProps) {
  const { t } = useTranslation('panel')
  return (
    <SegmentedControl
      fullWidth
      aria-label={t('edges.on', { title })}
      value={on}
      disabled={readOnly}
      onChange={(next) => set('on', next === 'success' ? undefined : next)}
      data={(['success', 'failure', 'complete'] as const).map((one) => ({
        value: one,
        label: t(`edges.ons.${one}`),
      }))}
    />
  )
}
