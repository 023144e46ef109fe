/** The perpetual license of the community edition: for everyone, without limits. */
export const COMMUNITY_LICENSE = [
  'eyJhbGciOiJFZERTQSIsImtpZCI6ImxwUUx4c3c1dTc1Tm9zd1UiLCJ0eXAiOiJjYXNlbG9vbS1saWNlbnNlIn0.ey',
  'JsaWNlbnNlSWQiOiJjb21tdW5pdHktMSIsImlzc3VlZFRvIjoiVGhlIENhc2Vsb29tIGNvbW11bml0eSIsInZhbGlk',
  'RnJvbSI6IjIwMjYtMDEtMDFUMDA6MDA6MDAuMDAwWiIsInZhbGlkVW50aWwiOm51bGwsImxpbWl0cyI6e319.X4luk',
  'OwSIhvYHrbOFXDSSkzRrpwAXJJMSTCX98Z3RwvDWB9RfBoKEbWSNL3flZ_H61qLGb2CXE68fA0GHUTVBw',
].join('')
