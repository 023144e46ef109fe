import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, use } from 'react'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../../data/people.ts'
import { RecordQuestionsSlot } from '../../../data/record-questions-slot.ts'
import { useMay } from '../../../data/scope.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { layoutTabOf, layoutTabs } from '../model/layout-tabs.ts'
import classes from './Rail.module.css'
import { RailClocks } from './RailClocks.tsx'
import { RailLinks } from './RailLinks.tsx'
import { RailRuns } from './RailRuns.tsx'
import { RailTasks } from './RailTasks.tsx'

export interface RailProps {
  /** As the form shows it now. */
  app: AppView
  record: RecordView
  people: ReturnType<typeof usePeople>
  /** A tab was opened: what covers it closes. */
  onLeave?: () => void
}

/** Deadlines, requests, tasks, runs, links, and times: what one looks for on any tab. Empty parts are absent. */
export function RecordRail({ app, record, people, onLeave }: RailProps) {
  const mayReadRuns = useMay('run:read')
  const questions = use(RecordQuestionsSlot)
  const navigate = useNavigate()
  const open = (tab: string) => {
    onLeave?.()
    const search = tab === layoutTabs(app.layout)[0]?.key ? {} : { tab }
    void navigate({ to: '.', search, replace: true })
  }
  const openField = (key: string) => {
    const section = app.layout.find(({ fields }) => fields.includes(key))
    if (section !== undefined) open(layoutTabOf(section))
  }
  return (
    <>
      <RailClocks fields={app.fields} record={record} />
      <Suspense>{questions?.beside({ recordId: record.id })}</Suspense>
      <RailTasks fields={app.fields} record={record} people={people} onOpen={openField} />
      {mayReadRuns && <RailRuns recordId={record.id} onMore={() => open('runs')} />}
      <RailLinks appId={app.id} recordId={record.id} onOpen={() => open('related')} />
      <Times record={record} />
    </>
  )
}

function Times({ record }: { record: RecordView }) {
  const { t } = useTranslation('rail')
  return (
    <dl className={classes.times}>
      <dt>{t('created')}</dt>
      <dd>
        <bdi>{record.createdBy.name}</bdi>
        <DateTime at={record.createdAt} />
      </dd>
      <dt>{t('updated')}</dt>
      <dd>
        <bdi>{record.updatedBy.name}</bdi>
        <DateTime at={record.updatedAt} />
      </dd>
    </dl>
  )
}
