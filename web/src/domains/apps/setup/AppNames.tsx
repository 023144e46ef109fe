import type { AppView } from '@caseloom/contract/apps/apps'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../model/Apps.module.css'
import { keyFrom } from '../draft/app-draft.ts'
import { acronymFrom } from '../draft/names.ts'

/** What was typed; key and acronym are absent while they follow the name. */
export interface NameValues {
  name?: string
  key?: string
  acronym?: string
}
export type Names = Required<NameValues>

/** The names of a new app, unlike those of the others. */
export function namesOf(values: NameValues, apps: readonly Pick<AppView, 'key' | 'acronym'>[]): Names {
  const { name = '' } = values
  return {
    name,
    key: values.key ?? keyFrom(name, new Set(apps.map(({ key }) => key))),
    acronym: values.acronym ?? acronymFrom(name, new Set(apps.map(({ acronym }) => acronym))),
  }
}

interface AppNamesProps {
  names: Names
  faults: Readonly<Record<string, string>>
  onChange: (part: NameValues) => void
}

export function AppNames({ names, faults, onChange }: AppNamesProps) {
  const { t } = useTranslation('apps')
  return (
    <>
      <TextInput
        label={t('create.name')}
        value={names.name}
        maxLength={100}
        required
        data-autofocus
        error={faults['name']}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <TextInput
          label={t('create.key')}
          description={t('create.keyHelp')}
          value={names.key}
          maxLength={32}
          spellCheck={false}
          error={faults['key']}
          onChange={(event) => onChange({ key: event.currentTarget.value })}
        />
        <TextInput
          label={t('create.acronym')}
          description={t('create.acronymHelp', { example: `${names.acronym || 'ABC'}-123` })}
          value={names.acronym}
          maxLength={6}
          spellCheck={false}
          error={faults['acronym']}
          onChange={(event) => onChange({ acronym: event.currentTarget.value.toUpperCase() })}
        />
      </div>
    </>
  )
}
