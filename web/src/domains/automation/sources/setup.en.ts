const HEADER = 'Add the header X-Webhook-Secret with the secret.'

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
      one: 'Send each event to the address by POST as JSON.',
      two: HEADER,
      three: 'Send lines of text as {"message": "…"}.',
    },
    crowdstrike: {
      one: 'In Fusion SOAR, create a workflow that starts with a new detection.',
      two: 'Add the action that calls a webhook, with the address.',
      three: HEADER,
    },
    defender: {
      one: 'Create a logic app that starts with a new alert of Microsoft Defender.',
      two: 'Add the action HTTP: POST the alert as JSON to the address.',
      three: HEADER,
    },
    sentinelone: {
      one: 'In Hyperautomation, create a workflow that starts with a new threat.',
      two: 'Add an HTTP action: POST the threat as JSON to the address.',
      three: HEADER,
    },
    wazuh: {
      one: 'Create a custom integration script that posts its alert file to the address.',
      two: 'Add the header X-Webhook-Secret with the secret in the script.',
      three: 'Add an integration block for it to ossec.conf, and restart the manager.',
    },
    sentinel: {
      one: 'Create a playbook that starts with an incident.',
      two: 'Add the action HTTP: POST the trigger body as JSON to the address.',
      three: HEADER,
      four: 'Run the playbook from an automation rule.',
    },
    splunk: {
      one: 'Open the alert, and add the action Webhook.',
      two: 'Enter the address. Splunk sends no secret, so share the address with no one.',
    },
    elastic: {
      one: 'Under Connectors, create a Webhook connector with the address and basic authentication.',
      two: 'Add it as an action to your rules, for each alert, with the alert as its body.',
    },
    qradar: {
      one: 'Under Custom Actions, create a script that posts the offense as JSON to the address.',
      two: 'Add the header X-Webhook-Secret with the secret in the script.',
      three: 'Choose the action in the response of your rules.',
    },
    okta: {
      one: 'In Okta Workflows, create a flow that starts with the events that you want.',
      two: 'Add the API Connector card Post with the address and the event as its body.',
      three: HEADER,
    },
    entra: {
      one: 'Create a logic app that lists new risk detections of Microsoft Graph.',
      two: 'Add the action HTTP: POST each detection as JSON to the address.',
      three: HEADER,
    },
    guardduty: {
      one: 'In EventBridge, create an API destination with the address.',
      two: 'As its connection, choose API key: X-Webhook-Secret with the secret.',
      three: 'Create a rule for the source aws.guardduty with this destination.',
    },
    securityhub: {
      one: 'In EventBridge, create an API destination with the address.',
      two: 'As its connection, choose API key: X-Webhook-Secret with the secret.',
      three: 'Create a rule for the source aws.securityhub with this destination.',
    },
    scc: {
      one: 'Create a notification config that publishes findings to a Pub/Sub topic.',
      two: 'Add a push subscription with the address, and turn on payload unwrapping.',
      three: 'Pub/Sub sends no secret, so share the address with no one.',
    },
    mailgateway: { one: 'Create a webhook for threats with the address.', two: HEADER },
    mailbox: {
      one: 'Forward reported emails to the address.',
      two: 'To poll a mailbox instead, open the playbook and choose IMAP in its trigger.',
    },
    github: {
      one: 'In the settings of the repository, add a webhook with the address and the secret.',
      two: 'Choose the content type application/json.',
      three: 'Choose the events of security alerts.',
    },
    alertmanager: {
      one: 'Add a receiver with webhook_configs and the address.',
      two: 'Under http_config, set basic_auth to the user name and the password.',
    },
    pagerduty: { one: 'Under Generic Webhooks, add a subscription with the address.', two: HEADER },
  },
} as const
