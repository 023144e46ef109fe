import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { APP_ICONS, AppIcon } from '../../../ui/AppIcon.tsx'
import classes from './Apps.module.css'

export function IconSelect({ value, onChange }: { value: string; onChange: (icon: string) => void }) {
  const { t } = useTranslation('apps')
  return (
    <Select
      label={t('create.icon')}
      searchable
      leftSection={<AppIcon name={value} size={14} />}
      data={APP_ICONS.map((icon) => ({ value: icon, label: t(`icons.${icon}`, { defaultValue: icon }) }))}
      renderOption={({ option }) => (
        <span className={classes.iconOption}>
          <AppIcon name={option.value} size={16} />
          {option.label}
        </span>
      )}
      value={value}
      onChange={(icon) => icon !== null && onChange(icon)}
    />
  )
}
