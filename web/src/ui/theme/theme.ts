import type { CSSVariablesResolver, MantineColorsTuple, MantineThemeComponents } from '@mantine/core'
import { createTheme } from '@mantine/core'

const accent: MantineColorsTuple = [
  '#f2f5ff',
  '#e2e8ff',
  '#cad5ff',
  '#aab9ff',
  '#8b9bfe',
  '#6d7bf8',
  '#4c51da',
  '#4042bf',
  '#313596',
  '#222766',
]

const BUTTON_SIZES: Record<string, { height: string; font: string; padding: string }> = {
  xs: { height: '28px', font: '13px', padding: '10px' },
  sm: { height: '32px', font: '13px', padding: '12px' },
  md: { height: '36px', font: '13px', padding: '16px' },
  lg: { height: '40px', font: '14px', padding: '18px' },
}
const INPUT_SIZES: Record<string, { height: string; font: string }> = {
  xs: { height: '28px', font: '13px' },
  sm: { height: '32px', font: '13px' },
  md: { height: '36px', font: '14px' },
  lg: { height: '40px', font: '14px' },
}

const dropdown = { shadow: 'md', radius: 'md', transitionProps: { duration: 120 } }

/** The component library tuned to the design: compact controls, own radii, one accent. */
export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: 6,
  fontFamily: 'var(--cl-sans)',
  fontFamilyMonospace: 'var(--cl-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '14px' },
  defaultRadius: 'sm',
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  shadows: { sm: 'var(--cl-shadow-sm)', md: 'var(--cl-shadow-md)', lg: 'var(--cl-shadow-lg)' },
  components: componentSettings(),
})

interface Sized {
  size?: string | number
}

/** Settings by component name: importing the components would put unused ones into the first load. */
function componentSettings(): MantineThemeComponents {
  const compact = { defaultProps: { size: 'xs' } }
  const names = [
    'InputWrapper',
    'TextInput',
    'Textarea',
    'NumberInput',
    'PasswordInput',
    'MultiSelect',
    'TagsInput',
    'Autocomplete',
    'NativeSelect',
    'FileInput',
    'DateInput',
    'DateTimePicker',
    'JsonInput',
    'PinInput',
    'Radio',
    'SegmentedControl',
  ]
  return {
    ...Object.fromEntries(names.map((name) => [name, compact])),
    Input: { ...compact, vars: inputVars },
    Checkbox: { ...compact, vars: () => ({ root: { '--checkbox-size': '14px' } }) },
    Switch: { defaultProps: { size: 'xs', withThumbIndicator: false } },
    Select: { defaultProps: { size: 'xs', allowDeselect: false } },
    Button: { defaultProps: { size: 'xs', variant: 'default' }, vars: buttonVars },
    ActionIcon: { defaultProps: { size: 28, variant: 'subtle', color: 'gray' } },
    Tabs: { defaultProps: { keepMounted: false } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 120 } } },
    // The placeholder is a focusable child that the role menu doesn't allow.
    Menu: { defaultProps: { ...dropdown, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: dropdown },
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        overlayProps: { color: 'var(--cl-scrim)', backgroundOpacity: 1 },
        transitionProps: { duration: 120, transition: 'fade' },
      },
    },
    // A header outside of the page's own parts would be a second banner.
    ModalHeader: { defaultProps: { role: 'none' } },
  }
}

function buttonVars(_theme: unknown, props: Sized) {
  const size = BUTTON_SIZES[String(props.size ?? 'xs')]
  if (size === undefined) return { root: {} }
  return {
    root: { '--button-height': size.height, '--button-fz': size.font, '--button-padding-x': size.padding },
  }
}

function inputVars(_theme: unknown, props: Sized) {
  const size = INPUT_SIZES[String(props.size ?? 'xs')]
  if (size === undefined) return { wrapper: {} }
  return { wrapper: { '--input-height': size.height, '--input-fz': size.font } }
}

const shared = {
  '--mantine-color-body': 'var(--cl-surface)',
  '--mantine-color-text': 'var(--cl-text)',
  '--mantine-color-dimmed': 'var(--cl-text-tertiary)',
  '--mantine-color-placeholder': 'var(--cl-text-tertiary)',
  '--mantine-color-default': 'var(--cl-surface)',
  '--mantine-color-default-hover': 'var(--cl-hover)',
  '--mantine-color-default-color': 'var(--cl-text)',
  '--mantine-color-default-border': 'var(--cl-border-strong)',
  '--mantine-color-anchor': 'var(--cl-accent-text)',
  '--mantine-color-error': 'var(--cl-red-text)',
  '--mantine-color-disabled': 'var(--cl-hover)',
  '--mantine-color-disabled-color': 'var(--cl-text-disabled)',
  '--mantine-color-disabled-border': 'var(--cl-border)',
  '--mantine-primary-color-filled': 'var(--cl-accent)',
  '--mantine-primary-color-filled-hover': 'var(--cl-accent-hover)',
  '--mantine-primary-color-light': 'var(--cl-accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--cl-accent-soft-hover)',
  '--mantine-primary-color-light-color': 'var(--cl-accent-text)',
  '--mantine-color-accent-filled': 'var(--cl-accent)',
  '--mantine-color-accent-filled-hover': 'var(--cl-accent-hover)',
  '--mantine-color-accent-light': 'var(--cl-accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--cl-accent-soft-hover)',
  '--mantine-color-accent-light-color': 'var(--cl-accent-text)',
  '--mantine-color-accent-text': 'var(--cl-accent-text)',
  '--mantine-color-accent-outline': 'var(--cl-accent-text)',
  '--mantine-color-red-filled': 'var(--cl-danger)',
  '--mantine-color-red-filled-hover': 'var(--cl-danger-hover)',
  '--mantine-color-red-light-color': 'var(--cl-red-text)',
  '--mantine-color-gray-light': 'var(--cl-hover)',
  '--mantine-color-gray-light-hover': 'var(--cl-active)',
  '--mantine-color-gray-light-color': 'var(--cl-text-secondary)',
}

/** Maps the library's variables to the tokens; the same in both schemes, because the tokens change. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--mantine-scale': '1' },
  light: shared,
  dark: shared,
})
