import type { AttackEventView } from '@caseloom/contract/records/attack-events'
import { ActionIcon, Menu } from '@mantine/core'
import { IconClockRecord, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useTechniques } from '../../../field-types/values/techniques.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { ClockTime, DateTime } from '../../../ui/Times.tsx'
import { shorten } from '../model/changed-part.ts'
import records from '../model/Records.module.css'
import { attackEn } from './attack.en.ts'
import type { AttackPlace } from './attack.queries.ts'
import classes from './AttackEvents.module.css'
import { DeleteAttackEvent } from './DeleteAttackEvent.tsx'

addTexts('attack', attackEn)
const AttackEventForm = lazy(() =>
  import('./AttackEventForm.tsx').then((module) => ({ default: module.AttackEventForm })),
)

/** From then on a reader should know that the event was recorded later. */
const RECORDED_LATER_MS = 60_000

interface AttackEventEntryProps {
  event: AttackEventView
  place: AttackPlace
  mayChange: boolean
  /** By the clock that the timeline is sorted by. */
  at: string
}

export function AttackEventEntry({ event, place, mayChange, at }: AttackEventEntryProps) {
  const { t } = useTranslation('attack')
  const [doing, setDoing] = useState<'reading' | 'editing' | 'deleting'>('reading')
  const [hasEdited, setHasEdited] = useState(false)
  const done = () => {
    setHasEdited(doing === 'editing')
    setDoing('reading')
  }
  return (
    <div className={records.entry} id={`attack-event-${event.id}`} tabIndex={-1}>
      <span className={records.entryTime}>
        <ClockTime at={at} />
      </span>
      <span className={records.glyph} aria-hidden>
        <span className={classes.mark} />
      </span>
      {doing === 'editing' ? (
        <Suspense fallback={null}>
          <AttackEventForm place={place} event={event} onDone={done} />
        </Suspense>
      ) : (
        <>
          <div className={classes.entry}>
            <span className="cl-clipped">{t('entry.label')}: </span>
            <span className={classes.text} dir="auto">
              {event.text}
            </span>
            <Facts event={event} byRecorded={at !== event.happenedAt} />
          </div>
          {mayChange && <Actions text={event.text} autoFocus={hasEdited} onChoose={setDoing} />}
        </>
      )}
      {doing === 'deleting' && <DeleteAttackEvent event={event} place={place} onClose={done} />}
    </div>
  )
}

/** Technique, type, asset, and source in one line, and its other time if it was recorded later. */
function Facts({ event, byRecorded }: { event: AttackEventView; byRecorded: boolean }) {
  const { t } = useTranslation('attack')
  const table = useTechniques(event.technique !== null)
  const { technique, tactics, asset, source, recordedAt, happenedAt, editedAt, by } = event
  const isLater = Date.parse(recordedAt) - Date.parse(happenedAt) > RECORDED_LATER_MS
  return (
    <span className={classes.facts}>
      {technique !== null && (
        <span className={classes.technique} title={table?.techniqueLabel(technique) ?? technique}>
          {technique}
        </span>
      )}
      {tactics.length > 0 && <span>{tactics.join(', ')}</span>}
      <span>{t(`types.${event.type}`)}</span>
      {asset !== null && <Asset asset={asset} />}
      <span dir="auto">{source ?? t('entry.addedBy', { who: by.name })}</span>
      {isLater && (
        <span className={classes.later}>
          <IconClockRecord size={13} stroke={1.6} aria-hidden />
          {t(byRecorded ? 'entry.happened' : 'entry.recorded')}{' '}
          <DateTime at={byRecorded ? happenedAt : recordedAt} />
        </span>
      )}
      {editedAt !== null && <span>{t('entry.edited')}</span>}
    </span>
  )
}

function Asset({ asset }: { asset: NonNullable<AttackEventView['asset']> }): ReactNode {
  const scope = useTenantScope()
  const { name, record } = asset
  if (record === null) return <bdi className={classes.asset}>{name}</bdi>
  return (
    <Link
      className={records.link}
      to={paths.record(scope, record.appId, record.id)}
      title={`${record.appName} ${record.trackingId}`}
    >
      <bdi className={classes.asset}>{name}</bdi>
    </Link>
  )
}

interface ActionsProps {
  text: string
  /** The form that was opened from here has closed. */
  autoFocus: boolean
  onChoose: (doing: 'editing' | 'deleting') => void
}

function Actions({ text, autoFocus, onChoose }: ActionsProps) {
  const { t } = useTranslation('attack')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} aria-label={t('entry.actions', { text: shorten(text) })} autoFocus={autoFocus}>
          <IconDots size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
          onClick={() => onChoose('editing')}
        >
          {t('entry.edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
          onClick={() => onChoose('deleting')}
        >
          {t('entry.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
