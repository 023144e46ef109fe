import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../text/i18n.ts'
import { kindOf, type PrincipalKind, type PrincipalNames } from './principals.ts'
import { sharingEn } from './sharing.en.ts'

addTexts('sharing', sharingEn)

interface PrincipalSelectProps {
  principals: PrincipalNames
  taken: readonly string[]
  failed: boolean
  onAdd: (id: string, kind: PrincipalKind) => void
}

export function PrincipalSelect({ principals, taken, failed, onAdd }: PrincipalSelectProps) {
  const { t } = useTranslation('sharing')
  const free = (items: PrincipalNames['roles']) =>
    items.filter(({ id }) => !taken.includes(id)).map((each) => ({ value: each.id, label: each.name }))
  return (
    <Select
      label={t('add')}
      searchable
      value={null}
      error={failed ? t('failed') : undefined}
      data={[
        { group: t('roles'), items: free(principals.roles) },
        { group: t('groups'), items: free(principals.groups) },
        { group: t('users'), items: free(principals.users) },
      ]}
      onChange={(id) => {
        if (id !== null) onAdd(id, kindOf(id, principals))
      }}
    />
  )
}
