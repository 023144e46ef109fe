import type { NotificationTimes, QuietHours } from '@caseloom/contract/identity/notification-choices'
import type { Me } from '@caseloom/contract/identity/sign-in'
import { Select, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveMe } from '../../../data/me.ts'
import { guessZone } from '../../../ui/time.ts'
import classes from './Notifications.module.css'
import { useAction } from './useAction.ts'

const NIGHT: QuietHours = { from: '22:00', to: '06:00', days: [1, 2, 3, 4, 5, 6, 7] }
const DAYS = [1, 2, 3, 4, 5, 6, 7] as const

interface PartProps {
  times: NotificationTimes
  onChange: (change: Partial<NotificationTimes>) => void
}

/** Digest and quiet hours; each change applies immediately. */
export function NotificationTimesForm({ me }: { me: Me }) {
  const { t } = useTranslation('notifications')
  const client = useQueryClient()
  const save = useAction({
    act: (notificationTimes: NotificationTimes) => saveMe(client, { notificationTimes }),
  })
  const times = save.isPending ? save.variables : me.notificationTimes
  const change = (part: Partial<NotificationTimes>) => save.mutate({ ...times, ...part, zone: guessZone() })
  return (
    <>
      <DigestTimes times={times} onChange={change} />
      <QuietTimes times={times} onChange={change} />
      <p className={classes.zone}>{t('zone', { zone: me.timeZone ?? times.zone ?? guessZone() })}</p>
    </>
  )
}

function DigestTimes({ times: { digest }, onChange }: PartProps) {
  const { t } = useTranslation('notifications')
  return (
    <section className={classes.part} aria-label={t('digest.title')}>
      <h2 className={classes.partTitle}>{t('digest.title')}</h2>
      <p className={classes.partText}>{t('digest.text')}</p>
      <div className={classes.pair}>
        <Select
          label={t('digest.every')}
          data={(['hour', 'day'] as const).map((value) => ({ value, label: t(`digest.${value}`) }))}
          value={digest.every}
          allowDeselect={false}
          onChange={(every) =>
            every !== null && onChange({ digest: { ...digest, every: every === 'hour' ? 'hour' : 'day' } })
          }
        />
        {digest.every === 'day' && (
          <TimeField
            key={digest.at}
            label={t('digest.at')}
            value={digest.at}
            onSave={(at) => onChange({ digest: { ...digest, at } })}
          />
        )}
      </div>
    </section>
  )
}

function QuietTimes({ times: { quiet }, onChange }: PartProps) {
  const { t } = useTranslation('notifications')
  const title = useId()
  const text = useId()
  return (
    <section className={classes.part} aria-labelledby={title}>
      <div className={classes.partHead}>
        <h2 id={title} className={classes.partTitle}>
          {t('quiet.title')}
        </h2>
        <Switch
          aria-labelledby={title}
          aria-describedby={text}
          checked={quiet !== null}
          onChange={(event) => onChange({ quiet: event.currentTarget.checked ? NIGHT : null })}
        />
      </div>
      <p id={text} className={classes.partText}>
        {t('quiet.text')}
      </p>
      {quiet !== null && <QuietFields quiet={quiet} onSave={(next) => onChange({ quiet: next })} />}
    </section>
  )
}

function QuietFields({ quiet, onSave }: { quiet: QuietHours; onSave: (quiet: QuietHours | null) => void }) {
  const { t } = useTranslation('notifications')
  const turn = (day: number) => {
    const days = quiet.days.includes(day)
      ? quiet.days.filter((each) => each !== day)
      : [...quiet.days, day].sort((a, b) => a - b)
    onSave(days.length === 0 ? null : { ...quiet, days })
  }
  return (
    <>
      <div className={classes.pair}>
        {(['from', 'to'] as const).map((end) => (
          <TimeField
            key={`${end} ${quiet[end]}`}
            label={t(`quiet.${end}`)}
            value={quiet[end]}
            other={end === 'from' ? quiet.to : quiet.from}
            onSave={(time) => onSave({ ...quiet, [end]: time })}
          />
        ))}
      </div>
      <div className={classes.days} role="group" aria-label={t('quiet.days')}>
        {DAYS.map((day) => (
          <button
            key={day}
            type="button"
            className={classes.day}
            aria-pressed={quiet.days.includes(day)}
            onClick={() => turn(day)}
          >
            {t(`quiet.dayNames.${day}`)}
          </button>
        ))}
      </div>
    </>
  )
}

interface TimeFieldProps {
  label: string
  value: string
  /** The time that this one must differ from. */
  other?: string
  onSave: (time: string) => void
}

/** Saved when it is left: half a time is none. */
function TimeField({ label, value, other, onSave }: TimeFieldProps) {
  const { t } = useTranslation('notifications')
  const [draft, setDraft] = useState(value)
  const isSame = draft === other
  return (
    <TextInput
      type="time"
      label={label}
      value={draft}
      error={isSame ? t('quiet.same') : undefined}
      onChange={(event) => setDraft(event.currentTarget.value.slice(0, 5))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
      onBlur={() => {
        if (draft === '') setDraft(value)
        else if (draft !== value && !isSame) onSave(draft)
      }}
    />
  )
}
