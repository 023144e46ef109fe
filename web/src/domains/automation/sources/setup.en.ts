/** The step `header` of a sender that authenticates with the secret. */
const HEADER = 'Add the header X-Webhook-Secret, with the secret as its value.'

/** How each product sends its events, step by step. */
export const setupEn = {
  way: {
    crowdstrike: 'Workflow webhook',
    defender: 'Logic app',
    sentinelone: 'Workflow webhook',
    wazuh: 'Integration',
    sentinel: 'Playbook',
    splunk: 'Alert action',
    elastic: 'Connector',
    qradar: 'Custom action',
    okta: 'Workflow',
    entra: 'Logic app',
    guardduty: 'EventBridge',
    securityhub: 'EventBridge',
    scc: 'Pub/Sub push',
    mailgateway: 'Webhook',
    mailbox: 'Forwarded email',
    github: 'Webhook',
    alertmanager: 'Webhook',
    pagerduty: 'Webhook',
  },
  steps: {
    pasted: {
      one: 'Post each event as JSON to the address.',
      header: HEADER,
      three: 'Send lines of text as {"message": "…"}.',
    },
    crowdstrike: {
      one: 'In Fusion SOAR, create a workflow that starts with a new detection.',
      two: 'Add the Call webhook action, and enter the address.',
      header: HEADER,
    },
    defender: {
      one: 'Create a logic app that starts with a new Microsoft Defender alert.',
      two: 'Add an HTTP action that posts the alert as JSON to the address.',
      header: HEADER,
    },
    sentinelone: {
      one: 'In Hyperautomation, create a workflow that starts with a new threat.',
      two: 'Add an HTTP action that posts the threat as JSON to the address.',
      header: HEADER,
    },
    wazuh: {
      one: 'Create a custom integration script that posts its alert file to the address.',
      header: HEADER,
      three: 'Add an integration block for the script to ossec.conf, and restart the manager.',
    },
    sentinel: {
      one: 'Create a playbook that starts with an incident.',
      two: 'Add an HTTP action that posts the trigger body as JSON to the address.',
      header: HEADER,
      four: 'Run the playbook from an automation rule.',
    },
    splunk: {
      one: 'Open the alert, and add a webhook action.',
      two: 'Enter the address. Splunk can’t send a secret, so don’t share the address.',
    },
    elastic: {
      one: 'Under Connectors, create a webhook connector with the address and basic authentication.',
      two: 'Add it to your rules as an action for each alert, with the alert as its body.',
    },
    qradar: {
      one: 'Under Custom Actions, create a script that posts the offense as JSON to the address.',
      header: HEADER,
      three: 'Add the action to the responses of your rules.',
    },
    okta: {
      one: 'In Okta Workflows, create a flow for each kind of event to send.',
      two: 'Add the Post card of API Connector, with the address and the event as its body.',
      header: HEADER,
    },
    entra: {
      one: 'Create a logic app that lists new risk detections from Microsoft Graph.',
      two: 'Add an HTTP action that posts each detection as JSON to the address.',
      header: HEADER,
    },
    guardduty: {
      one: 'In EventBridge, create an API destination with the address.',
      two: 'Create its connection with an API key: X-Webhook-Secret, with the secret as its value.',
      three: 'Create a rule that sends events from aws.guardduty to this destination.',
    },
    securityhub: {
      one: 'In EventBridge, create an API destination with the address.',
      two: 'Create its connection with an API key: X-Webhook-Secret, with the secret as its value.',
      three: 'Create a rule that sends events from aws.securityhub to this destination.',
    },
    scc: {
      one: 'Create a notification config that publishes findings to a Pub/Sub topic.',
      two: 'Add a push subscription with the address, and turn on payload unwrapping.',
      three: 'Pub/Sub can’t send a secret, so don’t share the address.',
    },
    mailgateway: { one: 'Create a webhook for threats, and enter the address.', header: HEADER },
    mailbox: {
      one: 'Forward reported emails to the address.',
      two: 'To poll a mailbox instead, open the playbook and set its trigger to IMAP.',
    },
    github: {
      one: 'In the repository settings, add a webhook with the address and the secret.',
      two: 'Choose the content type application/json.',
      three: 'Select the security alert events.',
    },
    alertmanager: {
      one: 'Add a receiver whose webhook_configs has the address.',
      two: 'Under http_config, set basic_auth to the username and the password.',
    },
    pagerduty: { one: 'Under Generic Webhooks, add a subscription with the address.', header: HEADER },
  },
} as const
