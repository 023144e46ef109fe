import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { ControlsStory } from './ControlsStory.tsx'
import classes from './Gallery.module.css'
import { FormStory } from './FormStory.tsx'
import { GlyphsStory } from './GlyphsStory.tsx'
import { GridStatesStory, GridStory } from './GridStory.tsx'
import { SchemaFormStory } from './SchemaFormStory.tsx'
import { StatesStory } from './StatesStory.tsx'

/** Development only: every primitive in all of its states, to look at in both schemes and to run axe on. */
export function GalleryPage() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <main className={classes.page}>
      <header className={classes.top}>
        <h1 className={classes.title}>Gallery</h1>
        <SegmentedControl
          aria-label="Color scheme"
          data={['auto', 'light', 'dark']}
          value={colorScheme}
          onChange={(value) =>
            setColorScheme(value === 'dark' ? 'dark' : value === 'light' ? 'light' : 'auto')
          }
        />
      </header>
      <GlyphsStory />
      <ControlsStory />
      <FormStory />
      <SchemaFormStory />
      <GridStory />
      <GridStatesStory />
      <StatesStory />
    </main>
  )
}
