/** Somebody else saved the same post: theirs and yours side by side, and what would be saved, which may still be written in. */
import { Fragment } from 'react';
import type { MediaItem } from '../../../document.ts';
import { type Conflict, outcomeOf, outcomeWords, type Side } from '../state/conflict.ts';
import { difference } from '../state/difference.ts';
import type { FieldName } from '../state/draft.ts';
import { fieldWords } from '../state/draft.ts';
import { findItem } from '../state/place.ts';
import { clockOf } from '../state/time.ts';
import { nameOf } from '../state/words.ts';
import { Button } from '../ui/Button.tsx';
import { Face } from '../ui/marks.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';
import { MediaFacts } from './MediaField.tsx';

export function ConflictView({ conflict }: { readonly conflict: Conflict }) {
  const { writing } = usePage();
  const collection = usePageState((state) => state.collection);
  const isSaving = usePageState((state) => state.isSaving);
  const name = nameOf(conflict.theirItem).toUpperCase();
  const place = collection === null ? null : findItem(collection, conflict.theirItem.id);
  const outcome = outcomeOf(conflict);
  const hasMessage = conflict.fields.includes('message');
  return (
    <section className="list editor is-conflict" aria-label="Theirs and yours">
      <div className="list-head">
        <h2 className="list-title">{name}: THEIRS, YOURS</h2>
        <span className="list-note">
          {place === null ? '' : `${place.list === 'live' ? 'Live' : 'Staging'}, place ${place.index + 1}. `}
          {collection === null
            ? ''
            : `Theirs: version ${collection.version}, ${clockOf(new Date(collection.lastChange.at).getTime())}. Yours: not saved`}
        </span>
      </div>
      <div className="editor-body">
        {conflict.fields.map((field) => (
          <fieldset className="versus" key={field}>
            <legend className="form-label">{capital(fieldWords[field])}</legend>
            <OneSide conflict={conflict} field={field} side="theirs" />
            <OneSide conflict={conflict} field={field} side="yours" />
          </fieldset>
        ))}
        <div className="versus">
          <span className="form-label">To be saved</span>
          <div className="outcome">
            {hasMessage ? (
              <textarea
                aria-label="Message to be saved"
                className="text-area"
                dir="auto"
                rows={6}
                value={outcome.message}
                onChange={(event) => writing.writeIn(event.target.value)}
              />
            ) : null}
            <small>{outcomeWords(conflict)}</small>
          </div>
        </div>
      </div>
      <footer className="editor-foot">
        <Button look="main" isDisabled={isSaving} onPress={() => void writing.save()}>
          Save this choice <kbd>Ctrl ↵</kbd>
        </Button>
        <Button onPress={() => writing.chooseAll('theirs')}>Take all of theirs</Button>
        <Button onPress={() => writing.chooseAll('yours')}>Take all of mine</Button>
        <span>All other fields are the same in both.</span>
      </footer>
    </section>
  );
}

type SideProps = { readonly conflict: Conflict; readonly field: FieldName; readonly side: Side };

function OneSide({ conflict, field, side }: SideProps) {
  const { writing } = usePage();
  const isOn = conflict.choices[field] === side;
  return (
    <label className={isOn ? 'side is-on' : 'side'}>
      <input type="radio" name={`side-${field}`} checked={isOn} onChange={() => writing.choose(field, side)} />
      <span className="side-who">{side === 'theirs' ? 'Theirs' : 'Yours'}</span>
      <span className="side-body">
        <SideValue conflict={conflict} field={field} side={side} />
      </span>
    </label>
  );
}

function SideValue({ conflict, field, side }: SideProps) {
  const fields = side === 'theirs' ? conflict.theirs : conflict.yours;
  switch (field) {
    case 'media':
      return fields.media.length === 0 ? (
        <Nothing />
      ) : (
        fields.media.map((media) => <OneMedia key={media.mediaUrl} media={media} />)
      );
    case 'profileImageUrl':
      return fields.profileImageUrl === null ? <Nothing /> : <Face address={fields.profileImageUrl} />;
    case 'message':
      return <Marked before={conflict.base.message} after={fields.message} />;
    case 'fullName':
    case 'username':
    case 'source':
    case 'publishedAt':
      return fields[field] === '' ? <Nothing /> : <bdi>{fields[field]}</bdi>;
    default:
      return field satisfies never;
  }
}

function OneMedia({ media }: { readonly media: MediaItem }) {
  return (
    <span className="media-item">
      <MediaFacts media={media} />
    </span>
  );
}

/** A text with what left it struck through and what came underlined; the spaces before stay plain. */
function Marked({ before, after }: { readonly before: string; readonly after: string }) {
  const places = difference(before, after).map((stretch, place) => ({ ...stretch, place }));
  return (
    <span dir="auto">
      {places.map(({ kind, text, place }) => {
        if (kind === 'same') return text;
        const words = text.trimStart();
        const space = text.slice(0, text.length - words.length);
        return (
          <Fragment key={place}>
            {space}
            {kind === 'left' ? <del>{words}</del> : <ins>{words}</ins>}
          </Fragment>
        );
      })}
    </span>
  );
}

function Nothing() {
  return <span className="is-none">None</span>;
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
