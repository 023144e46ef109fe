import type { RecordView } from '@caseloom/contract/records/records'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveStatus } from '../../../data/live-status.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { KeyHint, StatusBar } from '../../../ui/frame/Frame.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { LiveState } from '../../../ui/LiveState.tsx'
import { Shortcuts } from '../../../ui/shortcuts/Shortcuts.tsx'
import { attackEventsQuery } from '../attack/attack.queries.ts'
import { RUN_KEY, useHeaderButtons } from '../buttons/useHeaderButtons.ts'
import type { Pager } from '../list/usePager.ts'
import type { FormLogic } from '../logic/useFormLogic.ts'
import classes from '../model/Records.module.css'
import { closingState } from './closing-state.ts'
import { isHidden, QUICK_KEYS, QUICK_KINDS, quickField } from './quick-fields.ts'

interface RecordStatusProps {
  logic: Pick<FormLogic, 'app' | 'base' | 'outcome'>
  record: RecordView
  pager: Pager
  /** The keys of lists are those of a list on the page. */
  isList: boolean
  /** Whether everything is saved. */
  children: ReactNode
}

/** Whether everything is saved, and what can be pressed. */
export function RecordStatus({ logic, record, pager, isList, children }: RecordStatusProps) {
  const { t } = useTranslation('records')
  const live = useLiveStatus()
  const { app, base, outcome } = logic
  const kinds = QUICK_KINDS.filter((kind) => {
    const field = quickField(app, kind)
    return field !== undefined && !isHidden(outcome, field.key)
  })
  const mayStart = useHeaderButtons(base, outcome).length > 0
  const mayClose = closingState({ app, base, record, outcome })?.fixed === null
  return (
    <StatusBar
      end={
        <>
          {isList ? <ListHints /> : pager.position !== null && <MoveHint words={t('hints.beside')} />}
          {pager.position !== null && <KeyHint keys={<Kbd keys="V" />}>{t('hints.split')}</KeyHint>}
          <span className={classes.roomy}>
            <EventsHint record={record} />
            {kinds.map((kind) => (
              <KeyHint key={kind} keys={<Kbd keys={QUICK_KEYS[kind]} />}>
                {t(`hints.${kind}`)}
              </KeyHint>
            ))}
            {mayStart && <KeyHint keys={<Kbd keys={RUN_KEY} />}>{t('hints.run')}</KeyHint>}
            {mayClose && <KeyHint keys={<Kbd keys="E" />}>{t('hints.close')}</KeyHint>}
          </span>
          <Shortcuts />
          <LiveState status={live} />
        </>
      }
    >
      {children}
    </StatusBar>
  )
}

function MoveHint({ words }: { words: string }) {
  return (
    <KeyHint
      keys={
        <>
          <Kbd keys="J" />
          <Kbd keys="K" />
        </>
      }
    >
      {words}
    </KeyHint>
  )
}

function ListHints() {
  const { t } = useTranslation('records')
  return (
    <>
      <MoveHint words={t('hints.move')} />
      <KeyHint keys={<Kbd keys="N" />}>{t('hints.enrich')}</KeyHint>
      <KeyHint keys={<Kbd keys="O" />}>{t('hints.openPage')}</KeyHint>
      <KeyHint keys={<Kbd keys="Y" />}>{t('hints.copyDefanged')}</KeyHint>
    </>
  )
}

function EventsHint({ record }: Pick<RecordStatusProps, 'record'>) {
  const { t } = useTranslation('records')
  const { tenantId } = useTenantScope()
  const place = { tenantId, appId: record.appId, recordId: record.id }
  const events = useQuery(attackEventsQuery(place)).data?.items ?? []
  if (events.length === 0) return null
  return (
    <KeyHint
      keys={
        <>
          <Kbd keys="[" />
          <Kbd keys="]" />
        </>
      }
    >
      {t('hints.events')}
    </KeyHint>
  )
}
