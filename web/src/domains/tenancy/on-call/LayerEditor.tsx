import { ActionIcon, Button, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../data/people.ts'
import { localTime } from '../../../ui/local-time.ts'
import { useNow } from '../../../ui/Times.tsx'
import { dayText, weekdayOf } from './calendar.ts'
import { LayerPeople, PlaceButtons } from './LayerPeople.tsx'
import classes from './OnCall.module.css'
import { type Faults, type LayerDraft, NEW_HOURS, upcomingTurns } from './schedule-form.ts'

interface LayerEditorProps {
  layer: LayerDraft
  at: number
  zone: string
  faults: Faults
  onChange: (layer: LayerDraft) => void
  onEarlier?: () => void
  onLater?: () => void
  onRemove?: () => void
}

const DAYS = ['1', '2', '3', '4', '5', '6', '7'] as const
const MAX_HOURS = 14

function dayKey(date: string): (typeof DAYS)[number] {
  return DAYS[weekdayOf(date) - 1] ?? '1'
}

export function LayerEditor(props: LayerEditorProps) {
  const { layer, at, zone, faults, onChange } = props
  const { t } = useTranslation('onCall')
  const change = (part: Partial<LayerDraft>) => onChange({ ...layer, ...part })
  const faultOf = (part: string) => faults.get(`layers.${at}.${part}`)
  const label = layer.name === '' ? t('form.layer', { n: at + 1 }) : layer.name
  return (
    <fieldset className={classes.layer} aria-label={label}>
      <div className={classes.layerTop}>
        <TextInput
          className={classes.grow ?? ''}
          label={t('form.layerName')}
          required
          maxLength={100}
          value={layer.name}
          error={faultOf('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <PlaceButtons
          name={label}
          onEarlier={props.onEarlier}
          onLater={props.onLater}
          onRemove={props.onRemove}
        />
      </div>
      <LayerPeople
        people={layer.people}
        error={faultOf('people')}
        onChange={(people) => change({ people })}
      />
      <Rotation layer={layer} faultOf={faultOf} onChange={change} />
      <Hours layer={layer} faultOf={faultOf} onChange={change} />
      <Upcoming layer={layer} zone={zone} />
    </fieldset>
  )
}

interface PartProps {
  layer: LayerDraft
  faultOf: (part: string) => string | undefined
  onChange: (part: Partial<LayerDraft>) => void
}

function Rotation({ layer, faultOf, onChange }: PartProps) {
  const { t } = useTranslation('onCall')
  const { startsOn, handoff, count, unit } = layer
  const isDate = !Number.isNaN(Date.parse(`${startsOn}T00:00:00Z`))
  const weekday = isDate ? t(`form.weekdays.${dayKey(startsOn)}`) : ''
  return (
    <div className={classes.quad}>
      <NumberInput
        label={t('form.count')}
        min={1}
        max={52}
        allowDecimal={false}
        value={count}
        error={faultOf('count')}
        onChange={(value) => onChange({ count: String(value) })}
      />
      <Select
        label={t('form.unit')}
        allowDeselect={false}
        data={(['day', 'week'] as const).map((value) => ({ value, label: t(`form.units.${value}`) }))}
        value={unit}
        onChange={(value) => onChange({ unit: value === 'day' ? 'day' : 'week' })}
      />
      <TextInput
        label={t('form.startsOn')}
        type="date"
        required
        value={startsOn}
        description={unit === 'week' && isDate ? t('form.startsOnText', { weekday }) : t('form.startsOnDays')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={faultOf('startsOn')}
        onChange={(event) => onChange({ startsOn: event.currentTarget.value })}
      />
      <TextInput
        label={t('form.handoff')}
        type="time"
        required
        value={handoff}
        error={faultOf('handoff')}
        onChange={(event) => onChange({ handoff: event.currentTarget.value.slice(0, 5) })}
      />
    </div>
  )
}

function Hours({ layer, faultOf, onChange }: PartProps) {
  const { t } = useTranslation('onCall')
  const { hours } = layer
  const replace = (at: number, part: Partial<(typeof hours)[number]>) =>
    onChange({ hours: hours.map((one, index) => (index === at ? { ...one, ...part } : one)) })
  return (
    <div className={classes.hoursList}>
      {hours.length === 0 && <p className={classes.quiet}>{t('form.hoursText')}</p>}
      {hours.map((one, at) => (
        <div key={at} className={classes.hoursEdit}>
          <MultiSelect
            className={classes.grow ?? ''}
            label={t('form.days')}
            data={DAYS.map((day) => ({ value: day, label: t(`weekdays.${day}`) }))}
            value={one.days.map(String)}
            error={faultOf(`hours.${at}.days`)}
            onChange={(days) => replace(at, { days: days.map(Number).sort((a, b) => a - b) })}
          />
          {(['from', 'to'] as const).map((part) => (
            <TextInput
              key={part}
              label={t(`form.${part}`)}
              type="time"
              value={one[part]}
              error={faultOf(`hours.${at}.${part}`)}
              onChange={(event) => replace(at, { [part]: event.currentTarget.value.slice(0, 5) })}
            />
          ))}
          <ActionIcon
            variant="subtle"
            aria-label={t('form.removeHours', { n: at + 1 })}
            onClick={() => onChange({ hours: hours.toSpliced(at, 1) })}
          >
            <IconX size={14} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {hours.length < MAX_HOURS && (
        <Button
          className={classes.start ?? ''}
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={() => onChange({ hours: [...hours, NEW_HOURS] })}
        >
          {t('form.addHours')}
        </Button>
      )}
    </div>
  )
}

/** What the rotation means, while it is edited. */
function Upcoming({ layer, zone }: { layer: LayerDraft; zone: string }) {
  const { t } = useTranslation('onCall')
  const people = usePeople()
  const turns = upcomingTurns(layer, zone, useNow())
  if (turns.length === 0) return null
  const words = turns.map(({ userId, from }) => {
    const local = localTime(new Date(from).toISOString(), zone)
    return `${people.name(userId) ?? t('former')} (${dayText(local.slice(0, 10))}, ${local.slice(11)})`
  })
  return <p className={classes.quiet}>{t('form.upcoming', { turns: words.join(' · ') })}</p>
}
