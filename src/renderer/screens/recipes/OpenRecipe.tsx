/** One recipe: whether its program reads the feed, the addresses to copy, and the steps in that program. */
import { CircleCheck, Minus, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RecipeView } from '../../../contract/recipes.ts';
import { say } from '../../../core/language/say.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { describePullInFull } from '../../model/words/pull.ts';
import { useUiState } from '../../stores/uiState.ts';
import { useComputed } from '../../stores/useDesk.ts';
import { KeyCap } from '../KeyCap.tsx';
import { Steps } from './Steps.tsx';
import { TargetPictures } from './TargetPictures.tsx';
import { VmixColumns } from './VmixColumns.tsx';

export function OpenRecipe({ recipe }: { readonly recipe: RecipeView }) {
  const { target, title, steps, addresses } = recipe;
  return (
    <>
      <h2>{title}</h2>
      <PullProof recipe={recipe} />
      {addresses.length === 0 ? <NoAddress isControl={target === 'companion'} /> : <Addresses recipe={recipe} />}
      <Steps steps={steps} />
      <TargetPictures target={target} />
      {target === 'vmix-data' && <VmixColumns />}
    </>
  );
}

const icons = { good: CircleCheck, warn: TriangleAlert, off: Minus } as const;

function PullProof({ recipe }: { readonly recipe: RecipeView }) {
  const { state, lead, rest } = useComputed(({ feed, disconnectedAt }, nowMs) =>
    describePullInFull(recipe, { feedRevision: feed.revision, nowMs, isDisconnected: disconnectedAt !== null }),
  );
  const Icon = icons[state];
  return (
    <div className={`proof is-${state}`}>
      <Icon />
      <p>
        {/* The rest changes every second, and would be read out each time. */}
        <b role="status">{lead}</b> {rest}
      </p>
    </div>
  );
}

function Addresses({ recipe: { addresses } }: { readonly recipe: RecipeView }) {
  const next = useUiState(({ nextAddress }) => nextAddress % addresses.length);
  return addresses.map(({ label, value }, index) => (
    <div className="address" key={label}>
      <span className="address-label">{label}</span>
      <code>{value}</code>
      {index === next && <KeyCap action="copyAddress" />}
      <CopyButton text={value} name={say('Copy: {label}', { label })} label={say('Copy')} />
    </div>
  ));
}

const bold = (children: ReactNode): ReactNode => <b>{children}</b>;

function NoAddress({ isControl }: { readonly isControl: boolean }) {
  return (
    <p className="advice">
      {isControl
        ? sayNode('<b>The desk and control port is closed,</b> so there is no address yet.', { b: bold })
        : sayNode(
            '<b>The feed’s port is not open,</b> so nothing can read it. Choose another port in Settings, Feed server.',
            { b: bold },
          )}
    </p>
  );
}
