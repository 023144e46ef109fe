import { Button, Select } from '@mantine/core'
import { IconEye, IconPlus, IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { withSectionIds } from '../workflow/model/form-items.ts'
import { addLayout, freeId } from '../draft/layout-lens.ts'
import type { Selected } from '../draft/builder-types.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'
import classes from './LayoutBar.module.css'

interface LayoutBarProps {
  edited: EditedApp
  /** The layout that is edited; null for that of the app. */
  layout: string | null
  onLayout: (id: string | null) => void
  selected: Selected
  onSelect: (selected: Selected) => void
}

const OF_APP = ''

/** Which layout is edited, and what it looks like to a role. */
export function LayoutBar({ edited, layout, onLayout, selected, onSelect }: LayoutBarProps) {
  const { t } = useTranslation('apps')
  const { draft } = edited
  const { layouts = [] } = draft
  const isPreview = selected !== null && 'preview' in selected
  const add = () => {
    const id = freeId(draft, 'layout')
    edited.edit(
      addLayout({ ...draft, layout: withSectionIds(draft.layout) }, { id, name: t('layouts.newName') }),
    )
    onLayout(id)
    onSelect({ layout: id })
  }
  return (
    <div className={classes.bar}>
      <LayoutSelect edited={edited} layout={layout} onLayout={onLayout} onSelect={onSelect} />
      {layout !== null && (
        <Button
          leftSection={<IconSettings size={14} stroke={1.7} aria-hidden />}
          onClick={() => onSelect({ layout })}
        >
          {t('layouts.settings')}
        </Button>
      )}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />}
        disabled={layouts.length >= 20}
        onClick={add}
      >
        {t('layouts.add')}
      </Button>
      <Button
        className={classes.preview ?? ''}
        aria-pressed={isPreview}
        leftSection={<IconEye size={14} stroke={1.7} aria-hidden />}
        onClick={() => onSelect(isPreview ? null : { preview: true })}
      >
        {t('layouts.preview')}
      </Button>
    </div>
  )
}

function LayoutSelect({ edited, layout, onLayout, onSelect }: Omit<LayoutBarProps, 'selected'>) {
  const { t } = useTranslation('apps')
  const { layouts = [] } = edited.draft
  return (
    <Select
      aria-label={t('layouts.label')}
      allowDeselect={false}
      data={[
        { value: OF_APP, label: t('layouts.ofApp') },
        ...layouts.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={layout ?? OF_APP}
      onChange={(id) => {
        onSelect(null)
        onLayout(id === OF_APP ? null : id)
      }}
    />
  )
}
