import type { LayoutSection } from '@caseloom/contract/apps/layout'
import { Autocomplete, Button, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DockPanel, PanelSection } from '../../../ui/admin/DockPanel.tsx'
import classes from './Builder.module.css'
import { Toggle } from './field-types/settings-parts.tsx'
import type { FormEdits } from '../draft/builder-types.ts'

interface SectionPanelProps {
  section: LayoutSection
  at: number
  edits: FormEdits
  /** Null for the only section: it has no tab and can't be removed. */
  tabs: readonly string[] | null
  onClose: () => void
}

export function SectionPanel({ section, at, edits, tabs, onClose }: SectionPanelProps) {
  const { t } = useTranslation('apps')
  const { tab: _tab, text: _text, collapsed: _collapsed, ...plain } = section
  const set = (over: Partial<LayoutSection>, gone: readonly string[] = []) => {
    const entries = Object.entries({ ...section, ...over }).filter(([name]) => !gone.includes(name))
    // Only optional parts are removed, so the rest is still a section.
    edits.changeSection(
      at,
      { ...plain, ...Object.fromEntries(entries) },
      `section.${Object.keys(over).join()}`,
    )
  }
  return (
    <DockPanel title={section.title} subtitle={t('palette.section')} onClose={onClose}>
      <TextInput
        label={t('section.title')}
        value={section.title}
        maxLength={100}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      {tabs !== null && (
        <Autocomplete
          label={t('section.tab')}
          placeholder={t('sheet.firstTab')}
          data={[...tabs]}
          value={section.tab ?? ''}
          maxLength={100}
          onChange={(tab) => (tab.trim() === '' ? set({}, ['tab']) : set({ tab }))}
        />
      )}
      <PanelSection title={t('section.columns')}>
        <SegmentedControl
          aria-label={t('section.columns')}
          data={['1', '2']}
          value={String(section.columns)}
          onChange={(columns) => set({ columns: columns === '1' ? 1 : 2 })}
        />
      </PanelSection>
      <SectionText section={section} set={set} />
      <Toggle
        label={t('section.collapsed')}
        value={section.collapsed === true}
        onChange={(collapsed) => (collapsed ? set({ collapsed }) : set({}, ['collapsed']))}
      />
      {tabs !== null && (
        <div>
          <Button variant="subtle" color="red" onClick={() => edits.removeSection(at)}>
            {t('section.remove')}
          </Button>
          <p className={classes.quiet}>{t('section.removeNote')}</p>
        </div>
      )}
    </DockPanel>
  )
}

interface SectionTextProps {
  section: SectionPanelProps['section']
  set: (over: Partial<LayoutSection>, gone?: readonly string[]) => void
}

function SectionText({ section, set }: SectionTextProps) {
  const { t } = useTranslation('apps')
  return (
    <Textarea
      label={t('section.text')}
      description={t('section.textNote')}
      value={section.text ?? ''}
      maxLength={20_000}
      autosize
      minRows={3}
      maxRows={12}
      onChange={(event) =>
        event.currentTarget.value === '' ? set({}, ['text']) : set({ text: event.currentTarget.value })
      }
    />
  )
}
