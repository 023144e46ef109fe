import { ActionIcon, Select } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../data/people.ts'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import classes from './OnCall.module.css'
import { withPlace } from './schedule-form.ts'

interface LayerPeopleProps {
  people: readonly string[]
  error: string | undefined
  onChange: (people: readonly string[]) => void
}

/** People in the order of their turns. */
export function LayerPeople({ people, error, onChange }: LayerPeopleProps) {
  const { t } = useTranslation('onCall')
  const known = usePeople()
  const id = useId()
  const nameOf = (userId: string) => known.name(userId) ?? t('former')
  const offered = known.all.filter(({ id: userId, active }) => active && !people.includes(userId))
  return (
    <div>
      <div id={id} className={classes.fieldLabel}>
        {t('form.people')}
      </div>
      <ol className={classes.people} aria-labelledby={id}>
        {people.map((userId, at) => (
          <li key={userId} className={classes.personRow}>
            <span className={classes.quiet}>{at + 1}</span>
            <Avatar name={nameOf(userId)} size={20} />
            <span className={classes.rowName}>{nameOf(userId)}</span>
            <PlaceButtons
              name={nameOf(userId)}
              onEarlier={at === 0 ? undefined : () => onChange(withPlace(people, at, -1))}
              onLater={at === people.length - 1 ? undefined : () => onChange(withPlace(people, at, 1))}
              onRemove={() => onChange(people.filter((one) => one !== userId))}
            />
          </li>
        ))}
      </ol>
      <Select
        aria-label={t('form.addPerson')}
        placeholder={t('form.addPerson')}
        searchable
        data={offered.map(({ id: userId, name }) => ({ value: String(userId), label: name }))}
        value={null}
        error={error}
        onChange={(userId) => userId !== null && onChange([...people, userId])}
      />
    </div>
  )
}

interface PlaceButtonsProps {
  name: string
  onEarlier: (() => void) | undefined
  onLater: (() => void) | undefined
  onRemove: (() => void) | undefined
}

/** Moves something up and down its list, or removes it. */
export function PlaceButtons({ name, onEarlier, onLater, onRemove }: PlaceButtonsProps) {
  const { t } = useTranslation('onCall')
  const buttons = [
    { key: 'earlier', Icon: IconArrowUp, act: onEarlier },
    { key: 'later', Icon: IconArrowDown, act: onLater },
    { key: 'remove', Icon: IconX, act: onRemove },
  ] as const
  return (
    <span className={classes.placeButtons}>
      {buttons.map(({ key, Icon, act }) => (
        <ActionIcon
          key={key}
          variant="subtle"
          aria-label={t(`form.${key}`, { name })}
          disabled={act === undefined}
          onClick={() => act?.()}
        >
          <Icon size={14} stroke={1.6} aria-hidden />
        </ActionIcon>
      ))}
    </span>
  )
}
