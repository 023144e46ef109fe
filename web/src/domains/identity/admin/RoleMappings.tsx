import { RoleId, TenantId } from '@caseloom/contract/kernel/ids'
import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../../../ui/admin/Settings.module.css'
import styles from './SignIn.module.css'
import { faultAt, type Faults } from '../../../ui/draft/faults.ts'
import { type MappingDraft } from './sign-in-draft.ts'
import type { Directory } from './useDirectory.ts'

const ALL = 'all'

interface RoleMappingsProps {
  kind: 'attribute' | 'claim'
  value: readonly MappingDraft[]
  directory: Directory
  faults: Faults
  /** Path of the mappings in faults: `saml.roleMappings`. */
  path: string
  onChange: (next: MappingDraft[]) => void
}

export function RoleMappings({ kind, value, directory, faults, path, onChange }: RoleMappingsProps) {
  const { t } = useTranslation('admin')
  // The role with the fewest permissions: forgetting to choose grants little.
  const leastRole = directory.roles.toSorted((a, b) => a.permissions.length - b.permissions.length)[0]
  const add = () => {
    if (leastRole === undefined) return
    const role = { roleId: leastRole.id, tenantId: directory.tenants[0]?.id ?? null }
    onChange([...value, { attribute: '', value: '', role }])
  }
  return (
    <div className={classes.fields} role="group" aria-label={t('signIn.mappings')}>
      <div>
        <h3 className={classes.group}>{t('signIn.mappings')}</h3>
        <p className={classes.quiet}>
          {value.length === 0 ? t('signIn.mappingNone') : t('signIn.mappingsHint')}
        </p>
      </div>
      {value.map((mapping, at) => (
        <MappingRow
          // A mapping has no ID, and rows are only appended or removed.
          key={`${at} of ${value.length}`}
          number={at + 1}
          kind={kind}
          mapping={mapping}
          directory={directory}
          fault={(field) => faultAt(faults, `${path}.${at}.${field}`)}
          onChange={(next) => onChange(value.map((one, index) => (index === at ? next : one)))}
          onRemove={() => onChange(value.filter((_one, index) => index !== at))}
        />
      ))}
      <div>
        <Button
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={add}
          disabled={leastRole === undefined}
        >
          {t('signIn.mappingAdd')}
        </Button>
      </div>
    </div>
  )
}

interface MappingRowProps {
  number: number
  kind: 'attribute' | 'claim'
  mapping: MappingDraft
  directory: Directory
  fault: (field: string) => string | undefined
  onChange: (next: MappingDraft) => void
  onRemove: () => void
}

function MappingRow({ number, kind, mapping, directory, fault, onChange, onRemove }: MappingRowProps) {
  const { t } = useTranslation('admin')
  const { role } = mapping
  return (
    <div className={styles.mapping} role="group" aria-label={t('signIn.mapping', { number })}>
      <TextInput
        label={t(`signIn.${kind}`)}
        value={mapping.attribute}
        onChange={(event) => onChange({ ...mapping, attribute: event.currentTarget.value })}
        error={fault('attribute')}
        spellCheck={false}
      />
      <TextInput
        label={t('signIn.value')}
        value={mapping.value}
        onChange={(event) => onChange({ ...mapping, value: event.currentTarget.value })}
        error={fault('value')}
        spellCheck={false}
      />
      <Select
        label={t('signIn.role')}
        data={directory.roles.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(role.roleId)}
        onChange={(id) =>
          id !== null && onChange({ ...mapping, role: { ...role, roleId: RoleId.parse(id) } })
        }
        error={fault('role.roleId')}
      />
      <Select
        label={t('signIn.tenant')}
        data={[
          ...directory.tenants.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: ALL, label: t('held.all') },
        ]}
        value={role.tenantId ?? ALL}
        onChange={(id) =>
          id !== null &&
          onChange({ ...mapping, role: { ...role, tenantId: id === ALL ? null : TenantId.parse(id) } })
        }
        error={fault('role.tenantId')}
      />
      <ActionIcon aria-label={t('signIn.mappingRemove', { number })} onClick={onRemove} mt={20}>
        <IconX size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
    </div>
  )
}
