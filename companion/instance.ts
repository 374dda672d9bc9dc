/** Connects a session to Companion: its settings, actions, feedbacks, variables, presets and status. */
import {
  type CompanionActionDefinitions,
  type CompanionFeedbackDefinitions,
  InstanceBase,
  InstanceStatus,
  type SomeCompanionConfigField,
} from '@companion-module/base';
import { actionNames, actionOf } from './actions.ts';
import type { CollectionChoice } from './controlClient.ts';
import { lampNames, lampOf } from './lamps.ts';
import { type Link, type PanelState, unconnected } from './panelState.ts';
import { presetsOf } from './presets.ts';
import { createSession, type Session } from './session.ts';
import { readTarget } from './target.ts';
import { valuesOf, variables } from './variables.ts';

type Config = { readonly address?: string; readonly feed?: string };
type Secrets = { readonly token?: string };

const statuses: Readonly<Record<Link, InstanceStatus>> = {
  connecting: InstanceStatus.Connecting,
  connected: InstanceStatus.Ok,
  lost: InstanceStatus.ConnectionFailure,
  refused: InstanceStatus.AuthenticationFailure,
  misconfigured: InstanceStatus.BadConfig,
};

/** Companion requires a class. */
export class GreenroomInstance extends InstanceBase<Config, Secrets> {
  #session: Session | null = null;
  #state: PanelState = unconnected;
  #shown: ReturnType<typeof valuesOf> | null = null;
  #collections = '';

  override async init(config: Config, _isFirstInit: boolean, secrets: Secrets): Promise<void> {
    this.setVariableDefinitions(Object.entries(variables).map(([variableId, { name }]) => ({ variableId, name })));
    this.#define([]);
    await this.configUpdated(config, secrets);
  }

  override async configUpdated(config: Config, secrets: Secrets): Promise<void> {
    this.#session?.stop();
    this.#session = null;
    const target = readTarget(config.address ?? '', config.feed ?? '', secrets?.token ?? '');
    if (typeof target === 'string') {
      this.#show({ ...unconnected, link: 'misconfigured', linkMessage: target });
      return;
    }
    this.#show(unconnected);
    this.#session = createSession(target, {
      fetch,
      now: () => performance.now(),
      after: (milliseconds, callback) => {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
      },
      onChange: (state) => this.#show(state),
      onCollections: (collections) => this.#define(collections),
    });
  }

  override async destroy(): Promise<void> {
    this.#session?.stop();
    this.#session = null;
  }

  override getConfigFields(): SomeCompanionConfigField[] {
    return [
      { type: 'textinput', id: 'address', label: 'Address of the desk', width: 6, default: 'http://127.0.0.1:7413' },
      { type: 'textinput', id: 'feed', label: 'Feed', width: 6, default: 'main' },
      {
        ...{ type: 'secret-text', id: 'token', label: 'Token', width: 12 },
        tooltip: 'In Greenroom: Settings, Control and tokens. Right: operate.',
      },
    ];
  }

  #show(state: PanelState): void {
    const before = this.#state;
    this.#state = state;
    if (this.#shown === null || before.link !== state.link || before.linkMessage !== state.linkMessage) {
      this.updateStatus(statuses[state.link], state.linkMessage === '' ? null : state.linkMessage);
    }
    if (state.refusal !== null && state.refusal !== before.refusal) this.log('warn', state.refusal);
    const values = valuesOf(state);
    const shown = this.#shown;
    this.#shown = values;
    // Lamps first: they are what the operator waits for.
    this.checkFeedbacks();
    this.setVariableValues(
      Object.fromEntries(Object.entries(values).filter(([id, value]) => shown?.[id as keyof typeof values] !== value)),
    );
  }

  /** Offers the collections in dropdowns and presets. */
  #define(collections: readonly CollectionChoice[]): void {
    const list = JSON.stringify(collections);
    if (list === this.#collections) return;
    this.#collections = list;
    this.setActionDefinitions(this.#actions(collections));
    this.setFeedbackDefinitions(this.#feedbacks(collections));
    this.setPresetDefinitions(presetsOf(collections));
  }

  #actions(collections: readonly CollectionChoice[]): CompanionActionDefinitions {
    const definitions = actionNames.map((id) => {
      const { name, description, fields } = actionOf(id);
      const callback = async ({ options }: { readonly options: Parameters<Session['press']>[1] }): Promise<void> =>
        this.#session?.press(id, options);
      return [id, { name, description, options: fields(collections), callback }] as const;
    });
    return Object.fromEntries(definitions);
  }

  #feedbacks(collections: readonly CollectionChoice[]): CompanionFeedbackDefinitions {
    const definitions = lampNames.map((id) => {
      const { name, description, style, fields, isLit } = lampOf(id);
      const callback = ({ options }: { readonly options: Readonly<Record<string, unknown>> }): boolean =>
        isLit(this.#state, options);
      const definition = { type: 'boolean', name, description, options: fields(collections) } as const;
      return [id, { ...definition, defaultStyle: style, callback }] as const;
    });
    return Object.fromEntries(definitions);
  }
}
